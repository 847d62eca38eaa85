import type { OpenAPIObject, SchemaObject } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { FieldRelations } from './field-relations.decorator';
import { LeftOutOfExample, RequestExample } from './request-example.decorators';
import { addRequestExamples } from './request-examples';

@LeftOutOfExample('approvalReference')
@FieldRelations(
  { rule: 'not-together', fields: ['accountNumber', 'id'] },
  { rule: 'only-with', field: 'ledger', other: 'source', values: ['Ledger'] },
)
class PaymentBody {
  @IsString()
  accountNumber!: string;
  @IsOptional()
  @IsInt()
  id?: number;
  @IsOptional()
  @IsString()
  source?: string;
  @IsOptional()
  @IsString()
  ledger?: string;
  @IsOptional()
  @IsString()
  approvalReference?: string;
}

@RequestExample({ accountNumber: '0000010021' })
class DeclaredBody extends PaymentBody {}

const PROPERTIES: Record<string, SchemaObject> = {
  accountNumber: { type: 'string', example: '0987654321' },
  id: { type: 'integer', example: 10021 },
  source: { type: 'string', enum: ['Account', 'Ledger'] },
  ledger: { type: 'string', example: '2030' },
  approvalReference: { type: 'string', example: 'ffx' },
};

/** A document of one operation that takes the class, and the example that it gets. */
function exampleOf(type: typeof PaymentBody, properties: Record<string, SchemaObject>): unknown {
  const media: { schema: object; example?: unknown } = { schema: { $ref: `#/components/schemas/${type.name}` } };
  const document = {
    paths: { '/pay': { post: { operationId: 'Pay.pay', requestBody: { content: { 'application/json': media } } } } },
    components: { schemas: { [type.name]: { type: 'object', required: ['accountNumber'], properties } } },
  } as unknown as OpenAPIObject;
  addRequestExamples(document, new Map([['Pay.pay', { body: type, query: undefined, path: undefined }]]));
  return media.example;
}

describe('addRequestExamples', () => {
  it('joins the examples of the fields, without those left out or excluded by a rule', () => {
    expect(exampleOf(PaymentBody, PROPERTIES)).toEqual({ accountNumber: '0987654321', source: 'Account' });
  });

  it('takes the example that a class declares', () => {
    expect(exampleOf(DeclaredBody, PROPERTIES)).toEqual({ accountNumber: '0000010021' });
  });

  it('gives no example where a required field has none', () => {
    expect(exampleOf(PaymentBody, { accountNumber: { type: 'string' } })).toBeUndefined();
  });
});
