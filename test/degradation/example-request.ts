import type { Schema, Schemas } from '../fuzz/api-schema';
import { flattened } from '../fuzz/api-schema';
import type { DocumentedRoute } from '../fuzz/documented-routes';
import { exampleOf } from '../fuzz/hostile-values';

/** The required properties of a schema with their examples, or all of them. */
function exampleValue(schemas: Schemas, schema: Schema, all: boolean): unknown {
  const flat = flattened(schemas, schema);
  if (flat.properties) {
    const names = all ? Object.keys(flat.properties) : (flat.required ?? []);
    return Object.fromEntries(names.map((name) => [name, exampleValue(schemas, flat.properties![name]!, all)]));
  }
  if (flat.items && flat.example === undefined) return [exampleValue(schemas, flat.items, all)];
  return exampleOf(flat);
}

/**
 * A request that passes the checks of its form, about records that need not exist.
 * @param all whether it has every field, and not only those that it must have.
 */
export function exampleRequest(
  { declared, schemas, body, places }: DocumentedRoute,
  all = false,
): { method: string; address: string; body?: object } {
  const address = declared.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const place = places.find(({ steps }) => steps[0] === 'path' && steps[1] === name);
    return encodeURIComponent(String(exampleOf(place?.schema ?? {})));
  });
  const query = places
    .filter(({ steps, required }) => steps[0] === 'query' && (required || all))
    .map(({ steps, schema }) => `${steps[1]}=${encodeURIComponent(String(exampleOf(schema)))}`)
    .join('&');
  return {
    method: declared.method.toUpperCase(),
    address: query === '' ? address : `${address}?${query}`,
    ...(body ? { body: exampleValue(schemas, body, all) as object } : {}),
  };
}
