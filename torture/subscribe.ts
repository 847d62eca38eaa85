import type { Client } from 'pg';
import type { Bank, BankClient } from './bank';
import { ACCOUNT_EVENTS } from './event-sink';
import { approve } from './prepare-bank';

const SUBSCRIBED = 'SELECT 1 FROM webhook_endpoint WHERE institution_id = $1 AND url = $2';
/** Roles of an institution that is older than events lack their permission, which it gives after the upgrade. */
const PERMIT = `UPDATE role SET permissions = array_append(permissions, 'manage-webhooks')
  WHERE institution_id = $1 AND name = 'Administrator' AND NOT 'manage-webhooks' = ANY (permissions)`;
const PATH = '/api/admin/v1/webhooks';

/**
 * Subscribes the API client of the load to the events of accounts, at this address. May be called again when the
 * answer of a request was lost.
 */
export async function subscribe(database: Client, client: BankClient, bank: Bank, url: string): Promise<void> {
  if ((await database.query(SUBSCRIBED, [bank.institutionId, url])).rowCount !== 0) return;
  await database.query(PERMIT, [bank.institutionId]);
  const { httpStatus, data } = await client.call(0, 'POST', PATH, {
    body: { clientId: bank.client.clientId, url, eventTypes: ACCOUNT_EVENTS },
    reference: 'SETUP-EVENTS',
    as: 'administrator',
  });
  if (httpStatus !== 202) throw new Error(`${PATH}: ${httpStatus} ${JSON.stringify(data)}`);
  await approve(client, data.approvalId as number, 'secondAdministrator');
}
