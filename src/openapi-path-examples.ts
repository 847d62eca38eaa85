import type { OpenAPIObject, SchemaObject } from '@nestjs/swagger';
import { operationsOf, parametersOf } from './common/openapi/document-types';

/** Examples of the texts in paths that are no field of a class, as a new sandbox has them. */
const PATH_EXAMPLES: Record<string, string> = {
  branchCode: '001',
  cardReference: 'CRD-74decd0267eb',
  clientId: 'kT3bXw9dQm2LrV0sPzA1',
  key: 'SMS_SENDER_ID',
  name: 'Operations',
  productCode: 'SAV001',
  provider: 'providera',
  staffID: 'STF001',
};

/** The product with rates and fees. */
const LOAN_PRODUCT = 'LN001';
const OF_LOAN_PRODUCT = /\{productCode\}\/(rates|fees)/;

/** Gives parameters of paths that have no example the one of their name. */
export function addPathExamples(document: OpenAPIObject): void {
  for (const { path, operation } of operationsOf(document))
    for (const { in: part, name, schema: written } of parametersOf(operation)) {
      const isOfLoan = name === 'productCode' && OF_LOAN_PRODUCT.test(path);
      const example = part !== 'path' ? undefined : isOfLoan ? LOAN_PRODUCT : PATH_EXAMPLES[name];
      const schema = written as SchemaObject | undefined;
      if (example !== undefined && schema && schema.example === undefined) schema.example = example;
    }
}
