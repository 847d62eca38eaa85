import { readFileSync } from 'node:fs';
import published from './published-names.json';

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
  components: { schemas?: Record<string, unknown> };
}

/** Generated clients call operations and import types by these names (docs/api/conventions.md#generated-clients). */
describe.each(Object.entries(published))('the published names of openapi/%s', (file, { operations, schemas }) => {
  const document = JSON.parse(readFileSync(`openapi/${file}`, 'utf8')) as Document;

  it('are the ids of its operations, each at its address', () => {
    const current = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
    );
    expect(Object.fromEntries(current)).toEqual(operations);
    expect(current).toHaveLength(Object.keys(operations).length);
  });

  it('are the names of its schemas', () => {
    expect(Object.keys(document.components.schemas ?? {}).sort()).toEqual(schemas);
  });
});
