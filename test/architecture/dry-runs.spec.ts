import { readFileSync } from 'node:fs';

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  required?: boolean;
}

interface Document {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  components: { parameters?: Record<string, Parameter> };
}

const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as Document;

/** The headers of an operation by name, each with whether it must be sent. */
function headersOf({ parameters = [] }: { parameters?: Parameter[] }): Map<string, boolean> {
  const resolved = parameters.map((parameter) =>
    parameter.$ref === undefined ? parameter : document.components.parameters![parameter.$ref.split('/').at(-1)!]!,
  );
  return new Map(
    resolved.filter((one) => one.in === 'header').map(({ name, required }) => [name.toLowerCase(), required === true]),
  );
}

describe('a dry run (docs/api/conventions.md#dry-run)', () => {
  const writes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'get')
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, headers: headersOf(operation) })),
  );
  const moneyRoutes = writes.filter(({ headers }) => headers.get('request-reference') === true);

  it('is offered by every route that moves money, which are those that demand a request reference', () => {
    expect(moneyRoutes.length).toBeGreaterThan(15);
    expect(moneyRoutes.filter(({ headers }) => !headers.has('dry-run')).map(({ name }) => name)).toEqual([]);
  });

  it('is offered by no other route', () => {
    const others = writes.filter((route) => !moneyRoutes.includes(route) && route.headers.has('dry-run'));
    expect(others.map(({ name }) => name)).toEqual([]);
  });
});
