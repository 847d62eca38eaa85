import type { MessageView } from '../../src/messaging/messages.dto';
import { dataOf } from '../support/answers';
import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';

export const SEND_SMS = '/api/operations/v1/sendsms';
export const SEND_EMAIL = '/api/operations/v1/sendemail';
export const OWN_MESSAGE = '/api/operations/v1/messages';
export const MESSAGES = '/api/admin/v1/messages';
export const TEMPLATES = '/api/admin/v1/notification-templates';

/** Sets configuration keys of the sandbox; null removes a key. */
export function configure(app: TestApp, settings: Record<string, string | null>): Promise<void> {
  return app.configure(settings);
}

/** A message as shown to staff. */
export async function messageOf(app: TestApp, messageID: number): Promise<MessageView> {
  return dataOf<MessageView>(
    await app.get(`${MESSAGES}/${messageID}`, {}, { token: await app.staff('administrator') }),
  );
}

/** Waits until a message is as expected. */
export async function expectMessage(app: TestApp, messageID: number, expected: object): Promise<void> {
  await eventually(async () => expect(await messageOf(app, messageID)).toMatchObject(expected));
}

/** Waits until this many attempts have failed, and starts the next one without the job runner's pause. */
export async function hurry(app: TestApp, messageID: number, attempts: number): Promise<void> {
  await eventually(async () => {
    const rows = await app.rows<{ attempts: number }>(
      `SELECT attempts FROM job WHERE kind = 'deliver-message' AND payload->>'messageId' = $1 AND status = 'queued'`,
      [String(messageID)],
    );
    expect(rows).toEqual([{ attempts }]);
  });
  await app.rows(
    `UPDATE job_due d SET due_at = now() FROM job j WHERE j.institution_id = d.institution_id AND j.id = d.job_id
       AND j.payload->>'messageId' = $1 AND j.attempts = $2`,
    [String(messageID), attempts],
  );
}
