import type { KycGapView, ValidationRowView } from '../../src/cases/effectiveness/effectiveness.dto';
import { addDays } from '../../src/common/time/calendar';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';
import { openOwned } from './account-owner';

const PATH = '/api/admin/v1/aml/effectiveness';

describe('Reports on the effectiveness of monitoring', () => {
  let app: TestApp;
  let officer: Hired;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'EFF001', ['view-cases', 'record-due-diligence']);
    await app.rows(
      `INSERT INTO aml_case (institution_id, id, customer_id, status, priority, queue, touch_due_at, decision_due_at,
         outcome, closed_at, opened_by, created_at)
       SELECT $1, n, n, 'closed', 'low', 'aml', now(), now(), outcome, '2026-03-10T10:00Z', 'staff:X', '2026-03-10T08:00Z'
         FROM (VALUES (1, 'str-filed'), (2, 'false-positive')) c (n, outcome)`,
      [app.institutionId],
    );
    // Two true and two false alerts in March, one that waits, and two in February.
    await app.rows(
      `INSERT INTO aml_alert (institution_id, id, subject_type, customer_id, source, source_id, source_version, public_name,
         score, reasons, facts, posting_ids, dedupe_key, status, case_id, created_at)
       SELECT $1, n, 'customer', 1, 'scenario', 'fan-in', '3', 'Many senders', score, '[]', '{}', '{}', 'k' || n, 'closed',
              case_id, at::timestamptz
         FROM (VALUES (1, 90, 1, '2026-03-10T08:00Z'), (2, 70, 1, '2026-03-10T06:00Z'), (3, 50, 2, '2026-03-10T08:00Z'),
                      (4, 40, 2, '2026-03-10T08:00Z'), (5, 60, NULL, '2026-03-11T08:00Z'),
                      (6, 60, NULL, '2026-02-11T08:00Z'), (7, 60, NULL, '2026-02-12T08:00Z'),
                      (8, 60, NULL, '2026-01-12T08:00Z')) a (n, score, case_id, at)`,
      [app.institutionId],
    );
  });
  afterAll(() => app.close());

  it('a month has alerts, true positives, times, drift and what each score would have left', async () => {
    const { data } = dataOf<{ data: ValidationRowView[] }>(
      await app.get(`${PATH}/model-validation`, { Month: '2026-03' }, { token: officer.token }),
    );
    expect(data).toMatchObject([
      {
        sourceId: 'fan-in',
        sourceVersion: '3',
        alerts: 5,
        alertsBefore: 2,
        drift: 1.5,
        decided: 4,
        truePositives: 2,
        precision: 0.5,
        reported: 2,
        medianHours: 2,
      },
    ]);
    const left = data[0]!.sensitivity.map(({ score, alerts, truePositives }) => [score, alerts, truePositives]);
    expect(left).toEqual([
      [40, 5, 2],
      [50, 4, 2],
      [60, 3, 2],
      [70, 2, 2],
      [80, 1, 1],
      [90, 1, 1],
    ]);
  });

  it('an alert whose case is proposed, or whose closing a second look took back, is not decided', async () => {
    await app.rows(
      `INSERT INTO aml_case (institution_id, id, customer_id, status, priority, queue, touch_due_at, decision_due_at,
         outcome, opened_by, created_at)
       VALUES ($1, 11, 11, 'proposed', 'low', 'aml', now(), now(), 'monitored', 'staff:X', '2026-05-10T08:00Z')`,
      [app.institutionId],
    );
    await app.rows(
      `INSERT INTO aml_alert (institution_id, id, subject_type, customer_id, source, source_id, public_name, score, reasons,
         facts, posting_ids, dedupe_key, status, case_id, created_at, closed_at, review_agrees)
       VALUES ($1, 11, 'customer', 11, 'scenario', 'open', 'X', 60, '[]', '{}', '{}', 'k11', 'linked', 11,
                '2026-05-10T08:00Z', NULL, NULL),
              ($1, 12, 'customer', 12, 'scenario', 'open', 'X', 60, '[]', '{}', '{}', 'k12', 'triaged', NULL,
                '2026-05-10T08:00Z', '2026-05-11T08:00Z', false)`,
      [app.institutionId],
    );
    const { data } = dataOf<{ data: ValidationRowView[] }>(
      await app.get(`${PATH}/model-validation`, { Month: '2026-05' }, { token: officer.token }),
    );
    const nothing = { decided: 0, truePositives: 0, precision: null, medianHours: null };
    expect(data).toMatchObject([{ sourceId: 'open', alerts: 2, closedWrongly: 1, ...nothing }]);
  });

  it('the gaps of KYC data are counted by type and field', async () => {
    await app.openAccount();
    const { data } = dataOf<{ data: KycGapView[] }>(
      await app.get(`${PATH}/kyc-data-quality`, {}, { token: officer.token }),
    );
    const of = (type: string, field: string): KycGapView =>
      data.find((row) => row.customerType === type && row.field === field)!;
    const [bvn] = await app.rows<{ missing: number }>(
      `SELECT count(*)::int AS missing FROM customer WHERE customer_type = 'Individual' AND sealed_bvn IS NULL AND bvn IS NULL`,
    );
    expect(of('Individual', 'bvn').missing).toBe(bvn!.missing);
    expect(of('Individual', 'occupation')).toMatchObject({ share: 1 });
    expect(data.filter(({ customerType }) => customerType === 'Corporate').map(({ field }) => field)).not.toContain(
      'bvn',
    );
  });

  it('a text of blanks is a gap, and a document expires by the date of the institution', async () => {
    const { customerID } = await openOwned(app);
    const missing = async (field: string): Promise<number> => {
      const { data } = dataOf<{ data: KycGapView[] }>(
        await app.get(`${PATH}/kyc-data-quality`, {}, { token: officer.token }),
      );
      return data.find((row) => row.customerType === 'Individual' && row.field === field)!.missing;
    };
    const before = { occupation: await missing('occupation'), expired: await missing('identificationExpired') };
    const record = (fields: object): Promise<unknown> =>
      app.put(`/api/admin/v1/customers/${customerID}/due-diligence`, fields, { token: officer.token }).then(dataOf);
    await record({ occupation: '  ', sourceOfWealth: 'Trade' });
    expect(await missing('occupation')).toBe(before.occupation);
    await record({ occupation: 'Trader' });
    expect(await missing('occupation')).toBe(before.occupation - 1);
    // Of two zones that are a day apart, one is on another date than the session of the database.
    const [institution] = await app.rows<{ zone: string }>('SELECT time_zone AS zone FROM institution');
    try {
      for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        await app.rows('UPDATE institution SET time_zone = $1', [timeZone]);
        const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
        for (const [days, more] of [
          [0, 0],
          [-1, 1],
        ] as const) {
          await record({ identificationExpiresOn: addDays(today, days) });
          expect(await missing('identificationExpired')).toBe(before.expired + more);
        }
      }
    } finally {
      await app.rows('UPDATE institution SET time_zone = $1', [institution!.zone]);
    }
  });

  it('both are files, too', async () => {
    for (const [path, query] of [
      ['model-validation', { Month: '2026-03', Format: 'CSV' }],
      ['kyc-data-quality', { Format: 'CSV' }],
    ] as const) {
      const { mimeType } = dataOf<{ mimeType: string }>(
        await app.get(`${PATH}/${path}`, query, { token: officer.token }),
      );
      expect(mimeType).toBe('text/csv');
    }
  });
});
