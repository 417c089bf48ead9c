"""A validator for the part of JSON Schema 2020-12 that our own schemas use; anything else is an error of ours."""
import re

KNOWN = {"$schema", "$id", "$comment", "$defs", "$ref", "title", "description", "default", "type", "const", "enum", "oneOf",
         "anyOf", "properties", "required", "additionalProperties", "items", "minItems", "maxItems", "minimum", "maximum",
         "maxLength", "pattern"}
TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "null": lambda v: v is None,
}


def same(a, b):
    """Equal as JSON: 1 is not true."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)


class Schema:
    def __init__(self, document, part="#"):
        self.document, self.root = document, self.find(part, document)

    @staticmethod
    def find(reference, document):
        at = document
        for name in reference.removeprefix("#").split("/")[1:]:
            at = at[name]
        return at

    def flaw(self, value):
        """None, or where and what is wrong."""
        return self.check(self.root, value, "$")

    def check(self, schema, value, where):
        unknown = set(schema) - KNOWN
        if unknown:
            raise ValueError(f"the validator does not know {unknown}")
        for check in (self.references, self.values, self.numbers_and_texts, self.objects, self.arrays):
            flaw = check(schema, value, where)
            if flaw:
                return flaw
        return None

    def references(self, schema, value, where):
        if "$ref" in schema:
            flaw = self.check(self.find(schema["$ref"], self.document), value, where)
            if flaw:
                return flaw
        if "oneOf" in schema:
            flaws = [self.check(choice, value, where) for choice in schema["oneOf"]]
            if flaws.count(None) != 1:
                return f"{where}: {flaws.count(None)} of oneOf fit {str(value)[:200]}: {flaws}"
        if "anyOf" in schema and all(self.check(choice, value, where) for choice in schema["anyOf"]):
            return f"{where}: none of anyOf fits"
        return None

    @staticmethod
    def values(schema, value, where):
        types = schema.get("type", [])
        types = types if isinstance(types, list) else [types]
        if types and not any(TYPES[one](value) for one in types):
            return f"{where}: {value!r} is no {schema['type']}"
        if "const" in schema and not same(value, schema["const"]):
            return f"{where}: {value!r} is not {schema['const']!r}"
        if "enum" in schema and not any(same(value, choice) for choice in schema["enum"]):
            return f"{where}: {value!r} is none of {schema['enum']}"
        return None

    @staticmethod
    def numbers_and_texts(schema, value, where):
        if "minimum" in schema and value < schema["minimum"]:
            return f"{where}: {value} is below {schema['minimum']}"
        if "maximum" in schema and value > schema["maximum"]:
            return f"{where}: {value} is above {schema['maximum']}"
        if "maxLength" in schema and len(value) > schema["maxLength"]:
            return f"{where}: longer than {schema['maxLength']}"
        if "pattern" in schema and not re.search(schema["pattern"], value):
            return f"{where}: {value!r} does not match {schema['pattern']}"
        return None

    def objects(self, schema, value, where):
        if not isinstance(value, dict):
            return None
        for name in schema.get("required", ()):
            if name not in value:
                return f"{where}: {name} is missing"
        properties, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name, member in value.items():
            if name in properties:
                flaw = self.check(properties[name], member, f"{where}.{name}")
            elif more is False:
                flaw = f"{where}: {name} is not known"
            else:
                flaw = self.check(more, member, f"{where}.{name}") if isinstance(more, dict) else None
            if flaw:
                return flaw
        return None

    def arrays(self, schema, value, where):
        if not isinstance(value, list):
            return None
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            return f"{where}: {len(value)} items"
        for number, item in enumerate(value):
            flaw = self.check(schema["items"], item, f"{where}[{number}]") if "items" in schema else None
            if flaw:
                return flaw
        return None
