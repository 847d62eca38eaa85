import { readFileSync } from 'node:fs';

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  required?: boolean;
}

interface Operation {
  parameters?: Parameter[];
  'x-dry-run-data'?: object;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
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
      .map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        headers: headersOf(operation),
        answer: operation['x-dry-run-data'],
      })),
  );
  const moneyRoutes = writes.filter(({ headers }) => headers.get('request-reference') === true);

  it('is offered by every route that moves money, which are those that demand a request reference', () => {
    expect(moneyRoutes.length).toBeGreaterThan(15);
    expect(moneyRoutes.filter(({ headers }) => !headers.has('dry-run')).map(({ name }) => name)).toEqual([]);
  });

  it('is offered by no other route but the closure of an account', () => {
    const others = writes.filter((route) => !moneyRoutes.includes(route) && route.headers.has('dry-run'));
    expect(others.map(({ name }) => name)).toEqual(['POST /api/postings/v1/closeaccount']);
  });

  it('has the schema of its answer on each of these routes and on no other', () => {
    const fields = ['dryRun', 'held', 'outcome', 'charges', 'balances'];
    for (const { name, headers, answer } of writes)
      expect([name, Object.keys((answer as { properties: object } | undefined)?.properties ?? {})]).toEqual([
        name,
        headers.has('dry-run') ? fields : [],
      ]);
  });

  it('is described in the conventions by the fields of this schema', () => {
    const page = readFileSync('docs/api/conventions.md', 'utf8');
    const section = page.split(/^## /m).find((text) => text.startsWith('Dry run\n'))!;
    const described = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field);
    const { answer } = writes.find(({ headers }) => headers.has('dry-run'))!;
    expect(described).toEqual(Object.keys((answer as { properties: object }).properties));
    expect(page).toContain('`x-dry-run-data`');
  });
});
