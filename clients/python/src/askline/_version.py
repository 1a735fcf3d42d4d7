# Written by clients/generate.mjs from the OpenAPI document; do not edit.
VERSION = "0.1.0"
