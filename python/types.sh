#!/usr/bin/env bash
# Makes the types of `gpuhoare.report` from the JSON Schema. It needs `pip install datamodel-code-generator`.
set -euo pipefail
cd "$(dirname "$0")"
datamodel-codegen --input ../docs/schema/report.json --input-file-type jsonschema --output src/gpuhoare/report.py \
    --output-model-type typing.TypedDict --target-python-version 3.10 --class-name Report --formatters builtin --use-double-quotes --disable-timestamp \
    --use-standard-collections --use-union-operator --custom-file-header '# Made by python/types.sh from docs/schema/report.json.'
