import type { OpenAPIObject } from '@nestjs/swagger';
import { refineValues } from './refine-values';

const document = (properties: object): OpenAPIObject => ({
  openapi: '3.0.0',
  info: { title: 'Example', version: '1' },
  paths: {},
  components: { schemas: { Example: { type: 'object', properties } as never } },
});

describe('numbers of answers', () => {
  const formatsOf = (names: readonly string[]): unknown[] => {
    const refined = document(Object.fromEntries(names.map((name) => [name, { type: 'number' }])));
    refineValues(refined);
    const { properties } = refined.components!.schemas!.Example as { properties: Record<string, object> };
    return names.map((name) => properties[name]);
  };

  it.each(['id', 'eventId', 'nextAfter', 'nextBefore', 'sequence', 'rowNumber', 'postedRows', 'failedRows'])(
    '%s is a whole number, which clients send back and count with',
    (name) => expect(formatsOf([name])).toEqual([{ type: 'integer', format: 'int64' }]),
  );

  it.each(['amount', 'totalOutstanding', 'interestRate', 'tokenUnits'])('%s may have decimals', (name) =>
    expect(formatsOf([name])).toEqual([{ type: 'number', format: 'double' }]),
  );

  it('keep a text of the same name as it is', () => {
    const refined = document({ nextAfter: { type: 'string' } });
    refineValues(refined);
    expect((refined.components!.schemas!.Example as { properties: object }).properties).toEqual({
      nextAfter: { type: 'string' },
    });
  });
});
