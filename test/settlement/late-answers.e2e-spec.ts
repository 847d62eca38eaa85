import type { Response } from 'supertest';
import { calendarDate } from '../../src/common/time/calendar';
import { OutwardApp } from '../payouts/outward-app';

const REPORTS = '/api/admin/v1/settlement-reports';
const LINES = '/api/admin/v1/settlement-lines';
const MONEY = 10_000;
const CHARGED = 110.75;

/** A settlement line waits for its second person while the provider goes on answering. */
describe('settlement lines that a later answer of the provider overtakes', () => {
  let outward: OutwardApp;
  let account: string;
  let maker: string;
  let checker: string;
  let files = 0;

  beforeAll(async () => {
    outward = await OutwardApp.start();
    [maker, checker] = [await outward.app.staff('maker'), await outward.app.staff('checker')];
  });
  beforeEach(async () => {
    account = await outward.app.openAccount(MONEY);
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  /** A transfer that nobody knows about, whose next queries the beneficiary's last digits choose. */
  const unknown = async (beneficiary: string): Promise<{ reference: string; session: string }> => {
    const body = await outward.bodyTo(beneficiary, account);
    await outward.send(body);
    const reference = String(body.transactionReference);
    const [row] = await outward.app.rows<{ session_id: string }>(
      `UPDATE payout SET status = 'ConfirmManually', next_action_at = NULL WHERE reference = $1 RETURNING session_id`,
      [reference],
    );
    return { reference, session: row!.session_id };
  };
  const confirmLine = async (session: string, status: string): Promise<Response> => {
    const day = calendarDate(new Date(), 'Africa/Lagos');
    const text = `session_id,amount,status,direction,date\n${session},100.00,${status},Outward,${day}\n`;
    const fileName = `late-${(files += 1)}.csv`;
    const content = Buffer.from(text).toString('base64url');
    const report = await outward.app.post(REPORTS, { provider: 'providerh', fileName, content }, { token: maker });
    if (report.status !== 200) throw new Error(report.text);
    const { body } = await outward.app.get(LINES, { SessionId: session }, { token: checker });
    return outward.app.post(`${LINES}/${body.data.data[0].id}/confirm`, {}, { token: maker });
  };
  const approve = (asked: Response): Promise<Response> =>
    outward.app.post(`/api/admin/v1/approvals/${asked.body.data.approvalId}/approve`, {}, { token: checker });

  it.each([
    ['not paid', 'Failed', '9900000008', 'Processed', MONEY - CHARGED],
    ['paid', 'Successful', '9900000009', 'Reversed', MONEY],
  ])('that say %s move no money once the provider said the opposite', async (_, said, beneficiary, end, balance) => {
    const { reference, session } = await unknown(beneficiary);
    const asked = await confirmLine(session, said);
    expect([asked.status, asked.body.data.statusCode]).toEqual([202, 'PENDING_APPROVAL']);
    let status = '';
    for (let query = 0; query < 4 && status !== end; query += 1) status = await outward.status(reference);
    expect(status).toBe(end);
    const refused = await approve(asked);
    expect([refused.status, refused.body.data.statusCode]).toEqual([409, 'CHANGE_OUTDATED']);
    expect([await outward.status(reference), await outward.app.balance(account)]).toEqual([end, balance]);
  });
});
