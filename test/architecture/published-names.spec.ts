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

/** The first words of the names: what a method of a client does. */
const VERBS =
  /^(?:activate|add|apply|approve|assign|authenticate|begin|block|cancel|change|charge|clear|close|confirm|create|credit|deactivate|decide|decline|delete|disburse|download|end|export|freeze|get|issue|link|liquidate|list|lock|move|pause|pay|place|post|preview|pull|query|reactivate|rebuild|refund|regenerate|register|reject|release|remove|renew|repay|replay|report|request|rerun|resend|reset|restructure|resume|reveal|reverse|revoke|rotate|run|search|send|set|settle|sign|simulate|step|topUp|unblock|unfreeze|unlock|update|upload|verify|waive|withdraw|write)(?=[A-Z]|$)/;

it.each(Object.entries(published))('every operation of openapi/%s has a name that reads as a method', (_, names) => {
  const others = Object.keys(names.operations).filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name) || !VERBS.test(name));
  expect(others).toEqual([]);
});

it.each(['openapi.json', 'admin.json', 'gateway.json'])(
  'every enumeration of numbers in openapi/%s names its values',
  (file) => {
    const unnamed: string[] = [];
    JSON.parse(readFileSync(`openapi/${file}`, 'utf8'), (key, value: unknown) => {
      const { type, enum: values, 'x-enum-varnames': names, description } = (value ?? {}) as Record<string, unknown>;
      if (type === 'integer' && Array.isArray(values) && !Array.isArray(names))
        unnamed.push(`${key}: ${String(description)}`);
      return value;
    });
    expect(unnamed).toEqual([]);
  },
);
