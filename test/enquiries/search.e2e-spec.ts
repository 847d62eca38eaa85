import type { Response } from 'supertest';
import { nameWords } from '../../src/common/text/search-name';
import { COMPARED_NAMES_MAX } from '../../src/enquiries/search/customer-names';
import { SEARCH_KINDS, SEARCH_PERMISSIONS } from '../../src/enquiries/search/search-kinds';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';

interface Result {
  kind: string;
  id: string;
  title: string;
  subtitle: string | null;
  status: string | null;
  amount: number | null;
  at: string | null;
  isExact: boolean;
}

const BVN = '22199887755';

describe('the search of staff', () => {
  let app: TestApp;
  let token: string;
  let customerID: string;
  let account: string;
  let other: string;

  const get = (query: Record<string, string | number>, as = token): Promise<Response> =>
    app.get('/api/admin/v1/search', query, { token: as });
  const search = async (
    Query: string,
    filters: Record<string, string | number> = {},
    as = token,
  ): Promise<Result[]> => {
    const answer = await get({ Query, ...filters }, as);
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body as { data: { results: Result[] } }).data.results;
  };
  const found = async (Query: string, filters: Record<string, string | number> = {}): Promise<string[]> =>
    (await search(Query, filters)).map(({ kind, id }) => `${kind} ${id}`);
  const open = async (person: object): Promise<{ customerID: string; accountNumber: string }> => {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const opened = await app.post('/api/account/v1/createcustomeraccount', {
      branchCode,
      productCode,
      accountOfficerStaffID,
      ...person,
    });
    if (opened.status !== 200) throw new Error(opened.text);
    return (opened.body as { data: { customerID: string; accountNumber: string } }).data;
  };

  beforeAll(async () => {
    app = await TestApp.start();
    ({ token } = await hire(app, 'FINDER', [...new Set(Object.values(SEARCH_PERMISSIONS))]));
    ({ customerID, accountNumber: account } = await open({
      firstName: 'Ngozi Amara',
      lastName: "O'Brien-Eze",
      accountName: "Ngozi O'Brien-Eze",
      phoneNumber: '08031112223',
      email: 'ngozi@search.example',
      bvn: BVN,
    }));
    ({ accountNumber: other } = await open({
      firstName: 'Amaka',
      lastName: 'Ezeani',
      accountName: 'Amaka Ezeani',
    }));
    await app.payIn(account, 500_000);
  });
  afterAll(() => app.close());

  it.each([
    ['customer ID', () => customerID],
    ['telephone number in its national form', () => '0803 111 2223'],
    ['telephone number in its international form', () => '+2348031112223'],
    ['e-mail address in any case', () => 'Ngozi@Search.example'],
  ])('finds a customer by %s', async (_, query) => {
    expect((await search(query(), { Kinds: 'customer' })).map(({ id, isExact }) => [id, isExact])).toEqual([
      [customerID, true],
    ]);
  });

  it.each([
    ['the beginning of the whole name', "o'brien"],
    ['a word in the middle', 'amara'],
    ['the beginnings of words in any order', 'ngo eze'],
    ['a word without its apostrophe', 'obrien'],
    ['three words', 'amara ngoz obri'],
    ['accents and capitals', 'NGÓZI'],
  ])('finds a customer, the account and nothing else by %s', async (_, query) => {
    expect(await found(query, { Kinds: 'customer,account' })).toEqual([`customer ${customerID}`, `account ${account}`]);
  });

  it('finds nobody whose name lacks one of the words', async () => {
    expect(await found('ngozi ezeani')).toEqual([]);
    expect(await found('gozi')).toEqual([]);
  });

  it('shows the facts of a result', async () => {
    const [customer, opened] = await search('ngozi', { Kinds: 'account,customer' });
    expect(customer).toEqual({
      kind: 'customer',
      id: customerID,
      title: "O'Brien-Eze Ngozi Amara",
      subtitle: expect.stringContaining(customerID),
      status: null,
      amount: null,
      at: null,
      isExact: false,
    });
    expect(opened).toMatchObject({ kind: 'account', id: account, status: 'Active', isExact: false });
  });

  it('finds an account by its number before records that only fit by name', async () => {
    expect(await found(account)).toEqual([`account ${account}`]);
    await app.rows('UPDATE customer SET reference_number = NULL WHERE customer_number = $1', [customerID]);
    const results = await search('ezeani');
    expect(results.map(({ kind }) => kind)).toEqual(['customer', 'account']);
  });

  it('finds a transfer by reference, by number and as a posting', async () => {
    const sent = await app.post(
      '/api/transfer/v1/localfundtransfer',
      { debitAccount: account, creditAccount: other, amount: 2_500.5, narration: 'Fees', postingsTransactionType: 3 },
      { reference: 'SEARCH-REF-1' },
    );
    const { postingReferenceNumber } = (sent.body as { data: { postingReferenceNumber: string } }).data;
    const [byReference] = await search('SEARCH-REF-1');
    expect(byReference).toMatchObject({
      kind: 'transfer',
      id: postingReferenceNumber,
      title: 'SEARCH-REF-1',
      status: 'Posted',
      amount: 2_500.5,
      at: expect.stringMatching(/Z$/),
      isExact: true,
    });
    expect(await found(postingReferenceNumber.toLowerCase())).toEqual([
      `transfer ${postingReferenceNumber}`,
      `posting ${postingReferenceNumber}`,
    ]);
    expect(await found(postingReferenceNumber, { Kinds: 'bill' })).toEqual([]);
  });

  it('finds staff, ledgers and approvals', async () => {
    expect(await found('finder')).toEqual(['staff FINDER']);
    expect(await found('FINDER', { Kinds: 'staff' })).toEqual(['staff FINDER']);
    const [ledger] = app.sandbox.ledgers;
    expect(await found(ledger!.code, { Kinds: 'ledger' })).toEqual([`ledger ${ledger!.code}`]);
    expect(await found(ledger!.name.split(' ').at(-1)!, { Kinds: 'ledger', Limit: 8 })).toContain(
      `ledger ${ledger!.code}`,
    );
    const asked = await app.put(
      '/api/admin/v1/configuration/PASSWORD_CODE_VALIDITY_MINUTES',
      { value: '20' },
      { token: await app.staff('administrator') },
    );
    const { approvalId } = (asked.body as { data: { approvalId?: number } }).data;
    if (approvalId !== undefined) expect(await found(String(approvalId))).toContain(`approval ${approvalId}`);
  });

  it('never finds an identity number', async () => {
    expect(await found(BVN)).toEqual([]);
  });

  it('follows a changed name, and forgets an erased one', async () => {
    const { customerID: renamed } = await open({
      firstName: 'Zubaida',
      lastName: 'Dikko',
      accountName: 'Zubaida Dikko',
    });
    await app.rows(
      `UPDATE customer SET name = 'Garba Zubaida', search_name = 'garba zubaida' WHERE customer_number = $1`,
      [renamed],
    );
    expect(await found('zubaida', { Kinds: 'customer' })).toEqual([`customer ${renamed}`]);
    expect(await found('zubaida garba', { Kinds: 'customer' })).toEqual([`customer ${renamed}`]);
    expect(await found('dikko', { Kinds: 'customer' })).toEqual([]);
    const [{ id }] = (await app.rows<{ id: string }>('SELECT id FROM customer WHERE customer_number = $1', [
      renamed,
    ])) as [{ id: string }];
    expect(await app.rows('SELECT word FROM customer_word WHERE customer_id = $1 ORDER BY word', [id])).toEqual([
      { word: 'garba' },
      { word: 'zubaida' },
    ]);
  });

  it('cuts names into the words that the database keeps', async () => {
    const names = ["o'neil-bello & sons (nig.) ltd", 'a/b_c|d [e] {f} <g>', '  ', 'ade ade', `${'x'.repeat(80)} y`];
    for (const name of names) {
      const rows = await app.rows<{ name_words: string }>('SELECT name_words($1)', [name]);
      expect(rows.map(({ name_words }) => name_words).sort()).toEqual(nameWords(name).sort());
    }
  });

  it('leaves out the kinds that a member of staff may not view', async () => {
    const { token: limited } = await hire(app, 'LIMITED', ['view-accounts']);
    expect((await search('ngozi', {}, limited)).map(({ kind }) => kind)).toEqual(['account']);
    expect(await search('ngozi', { Kinds: 'customer' }, limited)).toEqual([]);
    const { token: none } = await hire(app, 'NOTHING', []);
    expect(await search('ngozi', {}, none)).toEqual([]);
  });

  it.each(SEARCH_KINDS)('gives nothing of the kind %s to who may view every other kind', async (kind) => {
    const others = [...new Set(Object.values(SEARCH_PERMISSIONS))].filter(
      (permission) => permission !== SEARCH_PERMISSIONS[kind],
    );
    const { token: without } = await hire(app, `NO-${kind}`, others);
    for (const query of ['ngozi', account, 'SEARCH-REF-1', 'finder'])
      expect((await search(query, {}, without)).filter((result) => result.kind === kind)).toEqual([]);
  });

  it('gives at most the asked number of results of each kind', async () => {
    for (const n of [1, 2, 3])
      await open({ firstName: `Bulk${n}`, lastName: 'Manyfold', accountName: `Manyfold Bulk${n}` });
    expect(await found('manyfold', { Limit: 2 })).toHaveLength(4);
    expect(await found('manyfold', { Limit: 8 })).toHaveLength(6);
  });

  it('says when too many names begin alike to compare them all', async () => {
    await app.rows(
      `INSERT INTO customer_word (institution_id, customer_id, word)
       SELECT $1::bigint, -n, w FROM generate_series(1, ${COMPARED_NAMES_MAX + 1}) n, unnest(ARRAY['tooa' || n, 'toob' || n]) w`,
      [app.institutionId],
    );
    const isComplete = async (Query: string): Promise<boolean> =>
      ((await get({ Query })).body as { data: { isComplete: boolean } }).data.isComplete;
    expect(await isComplete('tooa ngozi')).toBe(true);
    expect(await isComplete('tooa toob')).toBe(true);
    expect(await isComplete('tooa too')).toBe(true);
    expect(await isComplete('tooa xyz')).toBe(true);
    await app.rows(`DELETE FROM customer_word WHERE word LIKE 'toob%'`);
    await app.rows(
      `INSERT INTO customer_word (institution_id, customer_id, word)
       SELECT $1::bigint, -n - 100000, 'toob' || n FROM generate_series(1, ${COMPARED_NAMES_MAX + 1}) n`,
      [app.institutionId],
    );
    expect(await isComplete('tooa toob')).toBe(false);
    await app.rows(`DELETE FROM customer_word WHERE word LIKE 'too%'`);
  });

  it.each([
    ['Query', { Query: 'ab' }],
    ['Query', { Query: 'x'.repeat(61) }],
    ['Query', {}],
    ['Kinds', { Query: 'okafor', Kinds: 'customer,bvn' }],
    ['Limit', { Query: 'okafor', Limit: 9 }],
  ])('refuses a bad %s', async (field, query: Record<string, string | number>) => {
    const { status, body } = await get(query);
    expect([status, body.data.errors[0].field]).toEqual([400, field]);
  });

  it('needs a member of staff', async () => {
    expect((await get({ Query: 'ngozi' }, await app.client())).status).toBe(401);
  });
});
