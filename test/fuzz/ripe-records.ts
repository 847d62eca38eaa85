import type { TestApp } from '../support/app';
import type { Mutation } from './fuzz-request';

/** Records that a route takes out of the state in which it takes them: each request is about the newest that is left. */
const RIPE: Record<string, { parameter: string; sql: string }> = {
  'POST /api/admin/v1/loans/{id}/approve': { parameter: 'id', sql: `loan WHERE status = 'PendingApproval' AND group_loan_id IS NULL` },
  'POST /api/admin/v1/loans/{id}/reject': { parameter: 'id', sql: `loan WHERE status = 'PendingApproval' AND group_loan_id IS NULL` },
  'POST /api/admin/v1/loans/{id}/cancel': { parameter: 'id', sql: `loan WHERE status IN ('PendingApproval', 'Approved') AND group_loan_id IS NULL` },
  'POST /api/admin/v1/group-loans/{id}/approve': { parameter: 'id', sql: `group_loan WHERE status = 'PendingApproval'` },
  'POST /api/admin/v1/group-loans/{id}/reject': { parameter: 'id', sql: `group_loan WHERE status = 'PendingApproval'` },
  'POST /api/admin/v1/approvals/{approvalId}/decline': { parameter: 'approvalId', sql: `approval WHERE status = 'Pending'` },
  'DELETE /api/agent/v1/delete/{ID}': { parameter: 'ID', sql: 'agent WHERE true' },
};

/** Requests that are right only with what the run itself knows. */
function known({ sandbox }: TestApp): Record<string, Record<string, unknown>> {
  return {
    'POST /api/auth/v1/authenticate': { body: sandbox.client },
    'POST /api/admin/v1/login': { body: sandbox.staff.administrator },
    'PUT /api/admin/v1/configuration/{key}': { path: { key: 'SMS_SENDER_ID' }, body: { value: 'BANK' } },
    'DELETE /api/admin/v1/configuration/{key}': { path: { key: 'SMS_SENDER_ID' } },
  };
}

/** What makes the request of a route right that the matrix and the document leave wrong. */
export async function ripening(app: TestApp, route: string): Promise<Mutation[]> {
  const told = Object.entries(known(app)[route] ?? {}).map(([part, value]): Mutation => ({ kind: 'set', steps: [part], value: structuredClone(value) }));
  const ripe = RIPE[route];
  if (!ripe) return told;
  const [row] = await app.rows<{ id: string }>(`SELECT id FROM ${ripe.sql} AND institution_id = $1 ORDER BY id DESC LIMIT 1`, [app.institutionId]);
  return row ? [...told, { kind: 'set', steps: ['path', ripe.parameter], value: Number(row.id) }] : told;
}
