import type { OpenAPIObject } from '@nestjs/swagger';
import { OBJECT_OR_ARRAY } from './json-types';
import { toOpenApi30, toOpenApi31 } from './openapi-31';

const document = (properties: object): OpenAPIObject => ({
  openapi: '3.0.0',
  info: { title: 'Example', version: '1' },
  paths: {},
  components: { schemas: { Example: { type: 'object', properties } as never } },
});
const propertiesOf = ({ components }: OpenAPIObject): unknown =>
  (components?.schemas?.Example as { properties: unknown }).properties;

const PROPERTIES = {
  note: { type: 'string', nullable: true, example: { nullable: true } },
  grade: { type: 'string', nullable: true, enum: ['A', 'B'] },
  totals: { nullable: true, type: 'object', allOf: [{ $ref: '#/components/schemas/Totals' }] },
  terms: { description: 'Terms.', allOf: [{ $ref: '#/components/schemas/Terms' }] },
  metadata: { ...OBJECT_OR_ARRAY, nullable: true },
};

describe('an OpenAPI document', () => {
  it('has null among types, values and alternatives in 3.1', () => {
    const converted = toOpenApi31(document(PROPERTIES));
    expect(converted.openapi).toBe('3.1.0');
    expect(propertiesOf(converted)).toEqual({
      note: { type: ['string', 'null'], example: { nullable: true } },
      grade: { type: ['string', 'null'], enum: ['A', 'B', null] },
      totals: { anyOf: [{ $ref: '#/components/schemas/Totals' }, { type: 'null' }] },
      terms: { description: 'Terms.', $ref: '#/components/schemas/Terms' },
      metadata: { type: ['object', 'array', 'null'], items: {} },
    });
  });

  it('has `nullable` and any value instead of several types in 3.0', () => {
    const converted = toOpenApi30(document(PROPERTIES));
    expect(converted.openapi).toBe('3.0.3');
    expect(propertiesOf(converted)).toEqual({ ...PROPERTIES, metadata: {} });
  });

  it('keeps a field that is named like a keyword', () => {
    const properties = { example: { type: 'string', nullable: true } };
    expect(propertiesOf(toOpenApi31(document(properties)))).toEqual({ example: { type: ['string', 'null'] } });
  });
});
