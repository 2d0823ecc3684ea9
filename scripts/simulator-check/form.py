"""The parameters of a request, and whether Stripe's document knows them."""

import re
from urllib.parse import parse_qsl


def parse(text):
    """A form with Rack's brackets, as nested dicts and lists of strings."""
    form = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        path = [name.split("[", 1)[0], *re.findall(r"\[([^\]]*)\]", name)]
        place(form, path, value)
    return form


def place(into, path, value):
    head, *rest = path
    if head == "":
        if not rest:
            into.append(value)
            return
        into.append(child(rest))
        place(into[-1], rest, value)
    elif rest:
        place(into.setdefault(head, child(rest)), rest, value)
    else:
        into[head] = value


def child(path):
    return [] if path[0] == "" else {}


class Judge:
    """Holds parameters against the schemas of a document. Forms carry text alone, so the text has
    to be one of the type that is asked for."""

    def __init__(self, components):
        self.components = components

    def faults(self, value, schema, name):
        if "$ref" in schema:
            schema = self.components["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        if "anyOf" in schema:
            found = [self.faults(value, one, name) for one in schema["anyOf"]]
            return [] if [] in found else min(found, key=len)
        if "enum" in schema and value not in schema["enum"]:
            return [f"{name}: {value!r} is none of {schema['enum']}"]
        return getattr(self, schema.get("type", "anything"))(value, schema, name)

    def anything(self, value, schema, name):
        return []

    def string(self, value, schema, name):
        if not isinstance(value, str):
            return [f"{name}: {value!r} is no text"]
        if len(value) > schema.get("maxLength", len(value)):
            return [f"{name}: longer than {schema['maxLength']}"]
        return []

    def integer(self, value, schema, name):
        fits = isinstance(value, str) and re.fullmatch(r"-?\d+", value)
        return [] if fits else [f"{name}: {value!r} is no integer"]

    def number(self, value, schema, name):
        fits = isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?", value)
        return [] if fits else [f"{name}: {value!r} is no number"]

    def boolean(self, value, schema, name):
        return [] if value in ("true", "false") else [f"{name}: {value!r} is no boolean"]

    def array(self, value, schema, name):
        if isinstance(value, dict) and all(key.isdigit() for key in value):
            value = list(value.values())
        if not isinstance(value, list):
            return [f"{name}: {value!r} is no list"]
        return [
            fault
            for index, element in enumerate(value)
            for fault in self.faults(element, schema.get("items", {}), f"{name}[{index}]")
        ]

    def object(self, value, schema, name):
        if not isinstance(value, dict):
            return [f"{name}: {value!r} is no group"]
        known = schema.get("properties", {})
        others = schema.get("additionalProperties") or None
        faults = [
            f"{name}[{key}] is missing" for key in schema.get("required", []) if key not in value
        ]
        for key, inner in value.items():
            if key in known:
                faults += self.faults(inner, known[key], f"{name}[{key}]")
            elif isinstance(others, dict):
                faults += self.faults(inner, others, f"{name}[{key}]")
            elif others is None:
                faults.append(f"{name}[{key}] is no parameter")
        return faults
