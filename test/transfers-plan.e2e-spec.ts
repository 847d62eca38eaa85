import { Client } from 'pg';
import { createTestDatabase } from './support/database';
import { countStatement, pageStatement, searchBranches, type TransferCriteria, Values } from '../src/transfers/transfer-search';

const N = 400_000;
it('plans', async () => {
  const db = await createTestDatabase();
  const c = new Client({ connectionString: db.url });
  await c.connect();
  await c.query(`INSERT INTO posting (institution_id,id,kind,reference,channel,status,narration,amount_kobo,fee_kobo,debit_total_kobo,credit_total_kobo,maker,business_date,value_date,additional_metadata,posted_at,created_at)
   SELECT 1, g, CASE WHEN g%10<6 THEN 'transfer' WHEN g%10<9 THEN 'outward' ELSE 'posting' END, 'R'||g, 'api', CASE WHEN g%1000=0 THEN 'Held' WHEN g%997=0 THEN 'Failed' ELSE 'Posted' END, 'n', 100,0,100,100,'api-client:x','2026-11-20','2026-11-20',
     jsonb_build_object('account_number_from','A'||(g%5000),'account_number_to','A'||((g+1)%5000)), CASE WHEN g%1000=0 OR g%997=0 THEN NULL ELSE timestamptz '2026-01-01' + g * interval '1 minute' END, timestamptz '2026-01-01' + g * interval '1 minute'
   FROM generate_series(1,${N}) g`);
  await c.query(`INSERT INTO posting (institution_id,id,kind,reference,channel,status,narration,amount_kobo,fee_kobo,debit_total_kobo,credit_total_kobo,maker,business_date,value_date,posted_at,reverses_id)
   SELECT 1, 1000000+g, 'reversal','REV'||g,'api','Posted','n',100,0,100,100,'m','2026-11-20','2026-11-20', now(), g FROM generate_series(1,${N},2001) g`);
  await c.query(`UPDATE posting SET reversed_by_id = 1000000+id WHERE id IN (SELECT reverses_id FROM posting WHERE reverses_id IS NOT NULL)`);
  await c.query(`INSERT INTO posting_entry (institution_id,account_id,seq,posting_id,leg,side,role,amount_kobo,balance_after_kobo,debits_after_kobo,credits_after_kobo,screened_out_after_kobo,screened_in_after_kobo,business_date,posted_at)
   SELECT 1, CASE WHEN l=1 THEN g%5000 ELSE CASE WHEN g%10<6 THEN (g+1)%5000 ELSE 77777 END END, g*2+l, g, l, CASE l WHEN 1 THEN 'debit' ELSE 'credit' END,'principal',100,0,0,0,0,0,'2026-11-20', timestamptz '2026-01-01' + g * interval '1 minute'
   FROM generate_series(1,${N}) g, generate_series(1,2) l WHERE NOT (g%1000=0 OR g%997=0)`);
  await c.query('VACUUM ANALYZE posting'); await c.query('VACUUM ANALYZE posting_entry');
  await c.query('BEGIN; SET LOCAL ROLE corebank_app; SET LOCAL app.institution_id = 1');
  const acc = (id: number): TransferCriteria['account'] => ({ kind: 'deposit', number: 'A' + id, accountId: id, ledgerAccountId: id });
  const cases: [string, TransferCriteria][] = [
    ['all', {}], ['account', { account: acc(42) }], ['hot outward account', { account: acc(77777) }], ['reversed', { processingStatus: 'Reversed' }], ['pending', { processingStatus: 'Pending' }], ['failed acct', { processingStatus: 'Failed', account: acc(42) }],
    ['ref', { reference: 'R12' }], ['pst', { reference: 'PST000000000012' }], ['dates', { from: new Date('2026-03-01'), until: new Date('2026-03-02') }], ['acct processed dates', { account: acc(42), processingStatus: 'Processed', from: new Date('2026-03-01'), until: new Date('2026-04-02') }],
  ];
  let out = '';
  for (const [name, criteria] of cases) for (const what of ['page', 'count']) {
    const values = new Values([1]);
    const branches = searchBranches(criteria, values);
    const sql = what === 'page' ? pageStatement(branches, 'Desc', 0, 20) : countStatement(branches, 10001);
    const { rows } = await c.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${sql}`, values.list);
    out += `=== ${name} ${what}\n${rows.map((r) => r['QUERY PLAN']).join('\n')}\n`;
  }
  require('fs').writeFileSync('/tmp/plans.txt', out);
  await c.end(); await db.drop();
}, 300000);
