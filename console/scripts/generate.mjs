// Generates from openapi/admin.json what the console knows of the API: the types of all operations, a table of their
// addresses and permissions, and the fields of their forms and filters. The generated files are not committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';

const console_ = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const document = JSON.parse(readFileSync(path.join(console_, '..', 'openapi', 'admin.json'), 'utf8'));
const folder = path.join(console_, 'src', 'api');
mkdirSync(folder, { recursive: true });

/** The pattern of days that stand in a query. */
const DAY = String.raw`^\d{4}-\d{2}-\d{2}$`;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const NOTE = '// Generated from openapi/admin.json by console/scripts/generate.mjs.\n';

const operations = Object.entries(document.paths).flatMap(([address, item]) =>
  METHODS.filter((method) => item[method]).map((method) => ({ address, method, operation: item[method] })),
);

const resolve = (value) =>
  value?.$ref
    ? resolve(
        value.$ref
          .slice(2)
          .split('/')
          .reduce((part, key) => part[key], document),
      )
    : value;

writeFileSync(path.join(folder, 'operations.gen.ts'), operationsTable());
writeFileSync(path.join(folder, 'filters.gen.json'), JSON.stringify(tableOf(filtersOf)));
writeFileSync(path.join(folder, 'fields.gen.json'), JSON.stringify(tableOf(formOf)));
const types = await openapiTypescript(withoutExamples(document), { alphabetize: false });
writeFileSync(path.join(folder, 'types.gen.ts'), NOTE + astToString(types));

/** `{ [operation id]: [method, path, permission, needs a recent proof] }` */
function operationsTable() {
  const rows = operations.map(
    ({ address, method, operation }) =>
      `  ${operation.operationId}: ['${method}', '${address.replace('/api/admin/v1/', '')}', ` +
      `${JSON.stringify(operation['x-permission'] ?? null)}, ${operation['x-step-up'] === true}],`,
  );
  return `${NOTE}export const OPERATIONS = {\n${rows.join('\n')}\n} as const;\n`;
}

/** What each operation has, by its id; an operation without any is left out. */
function tableOf(fieldsOfOperation) {
  return Object.fromEntries(
    operations.flatMap(({ operation }) => {
      const fields = fieldsOfOperation(operation);
      return fields ? [[operation.operationId, fields]] : [];
    }),
  );
}

/** The query parameters, as short as a browser should load them. */
function filtersOf(operation) {
  const query = (operation.parameters ?? []).map(resolve).filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return undefined;
  return Object.fromEntries(query.map((one) => [one.name, fieldOf(one.schema, one.required, one.description)]));
}

/** The fields of the body. */
function formOf(operation) {
  const body = resolve(operation.requestBody?.content?.['application/json']?.schema);
  return body && bodyOf(body);
}

/** The fields of an object's schema by name; `depth` ends what describes itself. */
function bodyOf(schema, depth = 0) {
  const required = new Set(schema.required ?? []);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      fieldOf(property, required.has(name), property.description, depth),
    ]),
  );
}

/** `k`: kind; `r`: required; `o`: options; `l`: their names; `min`, `max`, `len`, `pat`; `f`: fields; `d`: help. */
function fieldOf(reference, isRequired, description, depth = 0) {
  const own = resolve(reference) ?? {};
  const alternatives = (own.anyOf ?? own.oneOf ?? own.allOf ?? []).map(resolve);
  const schema = { ...alternatives.find((one) => one.type !== 'null'), ...own };
  const types = [schema.type].flat().filter((type) => type && type !== 'null');
  const help = (description ?? own.description)?.replace(/\s+/g, ' ').trim();
  return {
    k: kindOf(schema, types),
    ...(isRequired && { r: 1 }),
    ...(schema.enum && { o: schema.enum.filter((value) => value !== null) }),
    ...(schema['x-enum-varnames'] && { l: schema['x-enum-varnames'] }),
    ...(schema.default !== undefined && { def: schema.default }),
    ...(schema.minimum !== undefined && { min: schema.minimum }),
    ...(schema.maximum !== undefined && { max: schema.maximum }),
    ...(schema.minLength > 1 && { minLen: schema.minLength }),
    ...(schema.maxLength !== undefined && { len: schema.maxLength }),
    ...(schema.pattern && schema.format !== 'date' && { pat: schema.pattern }),
    ...(help && { d: help.slice(0, 240) }),
    ...(depth < 3 && schema.properties && { f: bodyOf(schema, depth + 1) }),
    ...(depth < 3 && types[0] === 'array' && { i: fieldOf(schema.items, true, undefined, depth + 1) }),
  };
}

function kindOf(schema, types) {
  if (schema.format === 'date' || schema.pattern === DAY) return 'date';
  if (schema.format === 'date-time') return 'time';
  if (types[0] === 'object' && !schema.properties && schema.additionalProperties === true) return 'json';
  if (types[0] === 'number') return schema['x-max-decimals'] === 2 ? 'naira' : 'number';
  return types[0] ?? 'text';
}

/** The document without examples and texts. Below `properties` stand names, which are all kept. */
function withoutExamples(value, isNames = false) {
  if (Array.isArray(value)) return value.map((item) => withoutExamples(item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key, inner]) =>
          isNames || !(key === 'example' || key === 'examples' || (key === 'description' && typeof inner === 'string')),
      )
      .map(([key, inner]) => [key, withoutExamples(inner, !isNames && key === 'properties')]),
  );
}
