import { DESK_OPERATIONS } from './openapi-names/desk-operations';
import { GATEWAY_OPERATIONS } from './openapi-names/gateway-operations';
import { INTEGRATOR_OPERATIONS } from './openapi-names/integrator-operations';
import { STAFF_OPERATIONS } from './openapi-names/staff-operations';

const DECLARED = { ...GATEWAY_OPERATIONS, ...INTEGRATOR_OPERATIONS, ...STAFF_OPERATIONS, ...DESK_OPERATIONS };

const READS_AS_METHOD = /[A-Z]/;

/**
 * The id of an operation in the OpenAPI documents, by which generated clients name their methods, such as
 * `createLocalTransfer`: the declared one, so that it stays when a class is renamed. Without a declaration it is the
 * name of the method, with the controller's when that is a verb alone: `listTills` for `TillsController.list`.
 */
export function operationIdOf(controller: string, method: string): string {
  const declared = DECLARED[controller]?.[method];
  if (declared !== undefined) return declared;
  return READS_AS_METHOD.test(method) ? method : method + controller.replace(/(?:Admin)?Controller$/, '');
}
