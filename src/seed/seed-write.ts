import type { WriteRequest } from '../common/http/write-request';

/** The write of one seeding step. Its reference makes the step happen once, however often a start is interrupted. */
export function seedWrite(institutionId: number, step: string): WriteRequest {
  return { institutionId, actor: 'system:seed', endpoint: 'SEED', requestReference: `SEED-${step}` };
}
