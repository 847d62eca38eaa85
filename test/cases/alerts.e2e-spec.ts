import { CommandBus } from '@nestjs/cqrs';
import { RaiseHoldAlert } from '../../src/aml/commands/raise-hold-alert';
import { AlertRaiser, type NewAlert } from '../../src/cases/alerts/alert-raiser';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { ADD, depositOf, openSaver } from '../fixed-deposits/deposits-support';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';

interface AlertRow {
  id: string;
  subject_type: string;
  customer_id: string | null;
  account_id: string | null;
  source: string;
  source_id: string;
  public_name: string;
  score: number;
  facts: Record<string, unknown>;
  posting_ids: string[];
  status: string;
}

describe('Alerts of the AML desk', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const alert = (fields: Partial<NewAlert> = {}): NewAlert => ({
    institutionId: app.institutionId,
    subjectType: 'customer',
    customerId: 1,
    source: 'scenario',
    sourceId: 'fan-in',
    sourceVersion: '3',
    publicName: 'Many senders',
    score: 30.4,
    reasons: [{ text: '12 senders in 24 hours', contribution: 50 }],
    dedupeKey: freshReference('alert'),
    ...fields,
  });
  const raise = (raised: NewAlert): Promise<number | undefined> =>
    app.app
      .get(UnitOfWork, { strict: false })
      .run(app.institutionId, (tx) => app.app.get(AlertRaiser, { strict: false }).raise(tx, raised));
  const alertsOf = (accountNumber: string): Promise<AlertRow[]> =>
    app.rows<AlertRow>(
      `SELECT * FROM aml_alert WHERE account_id = (SELECT id FROM ledger_account WHERE number = $1 LIMIT 1) ORDER BY id`,
      [accountNumber],
    );

  it('one finding that many transactions raise at once is one alert', async () => {
    const raised = alert();
    const ids = await Promise.all(Array.from({ length: 8 }, () => raise(raised)));
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
    const rows = await app.rows<AlertRow>('SELECT * FROM aml_alert WHERE dedupe_key = $1', [raised.dedupeKey]);
    expect(rows).toMatchObject([{ score: 30, status: 'new', posting_ids: [], facts: {} }]);
  });

  it('an alert without its subject or without a reason is refused', async () => {
    await expect(raise(alert({ subjectType: 'account' }))).rejects.toThrow('names no account');
    await expect(raise(alert({ customerId: null }))).rejects.toThrow('names no customer');
    await expect(raise(alert({ reasons: [] }))).rejects.toThrow('has no reason');
  });

  it('a held movement raises one alert of its rule, with its waiting posting, account and customer', async () => {
    const accountNumber = await app.openAccount(5_000_000);
    const held = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: accountNumber,
      creditAccount: '2030',
      amount: 1_000_000,
      narration: 'rent',
      postingsTransactionType: 1,
    });
    const { approvalId } = dataOf<{ approvalId: number }>(held, 202);
    await eventually(async () => expect(await alertsOf(accountNumber)).toHaveLength(1));
    const [hold] = await app.rows<{ id: string; posting_id: string; rule_id: string; rule_name: string }>(
      'SELECT id, posting_id, rule_id, rule_name FROM aml_hold WHERE approval_id = $1',
      [approvalId],
    );
    const [owner] = await app.rows<{ customer_id: string }>(
      'SELECT customer_id FROM deposit_account WHERE account_number = $1',
      [accountNumber],
    );
    expect(await alertsOf(accountNumber)).toMatchObject([
      {
        subject_type: 'account',
        customer_id: owner!.customer_id,
        source: 'hold',
        source_id: hold!.rule_id,
        public_name: hold!.rule_name,
        score: 60,
        posting_ids: [hold!.posting_id],
        facts: { holdId: Number(hold!.id), approvalId, amountKobo: '100000000', direction: 'outflow' },
      },
    ]);
    await app.app.get(CommandBus, { strict: false }).execute(new RaiseHoldAlert(app.institutionId, Number(hold!.id)));
    expect(await alertsOf(accountNumber)).toHaveLength(1);
  });

  it('an order of a deposit that meets a rule is posted and raises an alert', async () => {
    const saver = await openSaver(app, 3_000_000);
    dataOf(await app.post(ADD, depositOf(saver, { principalAmount: 1_500_000 })));
    await eventually(async () => expect(await alertsOf(saver.accountNumber)).toHaveLength(1));
    const [record] = await app.rows<{ id: string; rule_id: string }>(
      'SELECT id, rule_id FROM suspicious_transaction WHERE account_number = $1',
      [saver.accountNumber],
    );
    expect(await alertsOf(saver.accountNumber)).toMatchObject([
      { source: 'rule', source_id: record!.rule_id, score: 40, facts: { suspiciousTransactionId: Number(record!.id) } },
    ]);
  });
});
