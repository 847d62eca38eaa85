import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import {
  CREATE_ACCOUNT,
  CREATE_CUSTOMER_ACCOUNT,
  CREATE_GROUP,
  DUPLICATE_REFERENCE_NUMBER,
  GET_ACCOUNT,
  newCustomer,
  openVirtualAccount,
  rowCounts,
  SEARCH_ACCOUNT,
  tokenOf,
  UPDATE_GROUP,
  withRows,
} from './sandbox-accounts';

interface Group {
  id: number;
  customerID: string;
  name: string;
  members: { customerID: string; name: string; role: string | null }[];
}

describe('companies and groups', () => {
  let app: TestApp;
  /** Customers Bola, Chidi and Dayo. */
  let people: string[];
  beforeAll(async () => {
    app = await TestApp.start();
    people = [];
    for (const firstName of ['Bola', 'Chidi', 'Dayo']) {
      const opened = await app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), firstName });
      people.push(dataOf<{ customerID: string }>(opened).customerID);
    }
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const create = (fields: object = {}, options = {}): ReturnType<TestApp['post']> =>
    app.post(CREATE_GROUP, { name: 'Lagos Traders Ltd', branchCode: app.sandbox.branchCode, ...fields }, options);
  const created = async (fields: object = {}): Promise<Group> => dataOf<Group>(await create(fields));
  const update = (customerID: string, fields: object, options = {}): ReturnType<TestApp['put']> =>
    app.put(UPDATE_GROUP, { customerID, ...fields }, options);
  const openAccount = async (customerID: string): Promise<string> => {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    return dataOf<{ accountNumber: string }>(
      await app.post(CREATE_ACCOUNT, { customerID, branchCode, productCode, accountOfficerStaffID }),
    ).accountNumber;
  };

  describe('POST /api/account/v1/creategroupcustomerinformation', () => {
    it('creates a company from the required fields only', async () => {
      const company = await created();
      expect(company).toEqual({
        id: expect.any(Number),
        recordId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        customerID: expect.stringMatching(/^\d{8}$/),
        customerType: 'Corporate',
        name: 'Lagos Traders Ltd',
        branchCode: app.sandbox.branchCode,
        branchName: 'Head Office',
        registrationNumber: null,
        tin: null,
        address: null,
        phoneNumber: null,
        email: null,
        members: [],
        referenceNumber: null,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      });
    });

    it('stores every field, and members in their order', async () => {
      const members = [{ customerID: people[1]!, role: 'Director' }, { customerID: people[0]! }];
      const fields = {
        customerType: 'Group',
        registrationNumber: 'rc 123-456',
        tin: '12345678-0001',
        address: '12 Marina',
        phoneNumber: '0803 444 0001',
        email: 'Office@Lagos.example',
        referenceNumber: 'GRP-1',
        members,
      };
      expect(await created(fields)).toMatchObject({
        ...fields,
        registrationNumber: 'RC123456',
        phoneNumber: '+2348034440001',
        email: 'office@lagos.example',
        members: [
          { customerID: people[1], name: 'Okonkwo Chidi', role: 'Director' },
          { customerID: people[0], name: 'Okonkwo Bola', role: null },
        ],
      });
    });

    it('accepts companies as members, and one customer in several groups', async () => {
      const inner = await created({ members: [{ customerID: people[0] }] });
      const outer = await created({ members: [{ customerID: inner.customerID }, { customerID: people[0] }] });
      expect(outer.members.map(({ customerID }) => customerID)).toEqual([inner.customerID, people[0]]);
    });

    it('creates a company whose account can be the parent of virtual accounts', async () => {
      const { customerID, name } = await created({ name: 'Kano Mills Ltd' });
      const accountNumber = await openAccount(customerID);
      expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: accountNumber }))).toMatchObject({
        accountName: name,
        customerName: name,
        customerID,
      });
      const virtual = await openVirtualAccount(app, accountNumber);
      await app.payIn(virtual, 750.5);
      expect(await app.balance(accountNumber)).toBe(750.5);
      expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: virtual }))).toMatchObject({
        accountName: 'Till 4/Kano Mills Ltd',
        settlementAccountNumber: accountNumber,
      });
    });

    it('creates a group whose account cannot be the parent of virtual accounts', async () => {
      const accountNumber = await openAccount((await created({ customerType: 'Group' })).customerID);
      await expect(openVirtualAccount(app, accountNumber)).rejects.toThrow('PARENT_NOT_CORPORATE');
    });

    it.each<[string, () => object, string]>([
      ['no name', () => ({ name: undefined }), 'name'],
      ['a blank name', () => ({ name: ' ' }), 'name'],
      ['a name that is too long', () => ({ name: 'a'.repeat(251) }), 'name'],
      ['no branch', () => ({ branchCode: undefined }), 'branchCode'],
      ['a person', () => ({ customerType: 'Individual' }), 'customerType'],
      ['a registration number that is none', () => ({ registrationNumber: 'RC' }), 'registrationNumber'],
      ['a registration number that is a number', () => ({ registrationNumber: 123456 }), 'registrationNumber'],
      ['a tax number that is none', () => ({ tin: '12-3' }), 'tin'],
      ['a telephone number that is none', () => ({ phoneNumber: '1' }), 'phoneNumber'],
      ['an e-mail address that is none', () => ({ email: 'x' }), 'email'],
      ['members that are no list', () => ({ members: { customerID: people[0] } }), 'members'],
      ['a member who is no object', () => ({ members: [people[0]] }), 'members[0]'],
      ['a member without a customer', () => ({ members: [{ role: 'Director' }] }), 'members[0].customerID'],
      [
        'a member with an unknown field',
        () => ({ members: [{ customerID: people[0], share: 5 }] }),
        'members[0].share',
      ],
      [
        'too many members',
        () => ({ members: Array.from({ length: 501 }, (_, index) => ({ customerID: String(index) })) }),
        'members',
      ],
      [
        'a member who is named twice',
        () => ({
          members: [{ customerID: people[0] }, { customerID: people[1] }, { customerID: people[0], role: 'Director' }],
        }),
        'members[2].customerID',
      ],
      ['an unknown field', () => ({ productCode: 'CUR001' }), 'productCode'],
    ])('refuses %s', async (_, fields, field) => {
      const before = await rowCounts(app);
      const response = await create(fields());
      expect(refusalOf(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(fieldsOf(response)).toContain(field);
      expect(await rowCounts(app)).toEqual(before);
    });

    it.each<{ name: string; fields: () => object; httpStatus: number; code: string }>([
      { name: 'an unknown branch', fields: () => ({ branchCode: 'NOPE' }), httpStatus: 404, code: 'BRANCH_NOT_FOUND' },
      {
        name: 'an unknown member',
        fields: () => ({ members: [{ customerID: people[0] }, { customerID: '99999999' }] }),
        httpStatus: 404,
        code: 'CUSTOMER_NOT_FOUND',
      },
    ])('refuses $name', async ({ fields, httpStatus, code }) => {
      const before = await rowCounts(app);
      expect(refusalOf(await create(fields()))).toEqual({ status: httpStatus, code });
      expect(await rowCounts(app)).toEqual(before);
    });

    it('refuses an inactive branch', async () => {
      const response = await withRows(
        app,
        `UPDATE branch SET status = 'Inactive'`,
        `UPDATE branch SET status = 'Active'`,
        () => create(),
      );
      expect(refusalOf(response)).toEqual({ status: 422, code: 'BRANCH_INACTIVE' });
    });

    it('accepts a referenceNumber in one of 20 parallel requests', async () => {
      const before = await rowCounts(app);
      const responses = await Promise.all(
        Array.from({ length: 20 }, () =>
          create({ referenceNumber: 'GRP-PARALLEL', members: [{ customerID: people[0] }] }),
        ),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const refused of responses.filter(({ status }) => status !== 200))
        expect([refused.status, refused.body.data]).toEqual([409, DUPLICATE_REFERENCE_NUMBER]);
      expect(await rowCounts(app)).toEqual({
        ...before,
        customer: before.customer! + 1,
        group_member: before.group_member! + 1,
      });
    });

    it('answers a repeated request from its claim', async () => {
      const reference = freshReference();
      const first = await create({}, { reference });
      const second = await create({}, { reference });
      expect(second.body).toEqual(first.body);
      expect(second.headers['idempotent-replayed']).toBe('true');
    });
  });

  describe('PUT /api/account/v1/updategroupcustomerinformation', () => {
    const full = {
      registrationNumber: 'RC77',
      tin: '1234567890',
      address: '1 Old Road',
      phoneNumber: '08034440002',
      email: 'old@x.example',
    };

    it('changes the fields that are sent and no others', async () => {
      const before = await created({ ...full, members: [{ customerID: people[0]!, role: 'Chair' }] });
      const after = dataOf<Group>(
        await update(before.customerID, { address: '2 New Road', branchCode: '002', email: 'NEW@x.example' }),
      );
      expect(after).toEqual({
        ...before,
        address: '2 New Road',
        branchCode: '002',
        branchName: 'Ikeja',
        email: 'new@x.example',
        updatedAt: expect.any(String),
      });
    });

    it('clears optional fields that are null', async () => {
      const { customerID } = await created({
        ...full,
        referenceNumber: 'GRP-NULL',
        members: [{ customerID: people[0] }],
      });
      const cleared = {
        registrationNumber: null,
        tin: null,
        address: null,
        phoneNumber: null,
        email: null,
        referenceNumber: null,
        members: null,
      };
      expect(dataOf(await update(customerID, cleared))).toMatchObject({
        ...cleared,
        members: [],
        name: 'Lagos Traders Ltd',
      });
    });

    it('replaces the members as a whole', async () => {
      const { customerID } = await created({
        members: [{ customerID: people[0]!, role: 'Chair' }, { customerID: people[1]! }],
      });
      const members = [{ customerID: people[2]!, role: 'Treasurer' }, { customerID: people[0]! }];
      expect(dataOf<Group>(await update(customerID, { members })).members).toEqual([
        { customerID: people[2], name: 'Okonkwo Dayo', role: 'Treasurer' },
        { customerID: people[0], name: 'Okonkwo Bola', role: null },
      ]);
      expect(dataOf<Group>(await update(customerID, { members: [] })).members).toEqual([]);
    });

    it('shows the new company name on virtual accounts everywhere', async () => {
      const { customerID } = await created({ name: 'Old Name Ltd' });
      const accountNumber = await openAccount(customerID);
      const virtual = await openVirtualAccount(app, accountNumber);
      const other = await openVirtualAccount(app, await openAccount(customerID), { accountName: 'Till 5' });
      // Fills caches of names, which must not answer the old name afterwards.
      const nameOf = async (number: string): Promise<string> =>
        dataOf<{ accountName: string }>(await app.get('/api/transfer/v1/nameenquiry/local', { AccountNumber: number }))
          .accountName;
      expect(await nameOf(virtual)).toBe('Till 4/Old Name Ltd');
      await app.payIn(virtual, 10);

      expect(dataOf(await update(customerID, { name: 'New Name Plc' }))).toMatchObject({ name: 'New Name Plc' });
      expect(await nameOf(virtual)).toBe('Till 4/New Name Plc');
      expect(await nameOf(other)).toBe('Till 5/New Name Plc');
      expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: virtual }))).toMatchObject({
        accountName: 'Till 4/New Name Plc',
        customerName: 'New Name Plc',
      });
      expect(
        dataOf(await app.get(SEARCH_ACCOUNT, { AccountNumber: virtual, AccountName: 'till 4/new' })),
      ).toMatchObject({ recordCount: 1, data: [{ accountName: 'Till 4/New Name Plc' }] });
      expect(
        dataOf(await app.get(SEARCH_ACCOUNT, { AccountNumber: virtual, AccountName: 'till 4/old' })),
      ).toMatchObject({ recordCount: 0 });
      await app.payIn(virtual, 20);
      const paid = await app.rows<{ to: string }>(
        `SELECT p.additional_metadata->>'account_name_to' AS "to" FROM posting p
           WHERE p.additional_metadata->>'account_number_to' = $1 ORDER BY p.id`,
        [virtual],
      );
      expect(paid).toEqual([{ to: 'Till 4/Old Name Ltd' }, { to: 'Till 4/New Name Plc' }]);
      // An account keeps its own name.
      expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: accountNumber }))).toMatchObject({
        accountName: 'Old Name Ltd',
        customerName: 'New Name Plc',
      });
    });

    it('leaves no virtual account under an old name when creation and renaming run in parallel', async () => {
      const { customerID } = await created({ name: 'Racing 0 Ltd' });
      const accountNumber = await openAccount(customerID);
      for (const round of [1, 2, 3]) {
        const name = `Racing ${round} Ltd`;
        const opened = Promise.all(Array.from({ length: 8 }, () => openVirtualAccount(app, accountNumber)));
        dataOf(await update(customerID, { name }));
        await opened;
        const names = await app.rows<{ virtual_name: string }>(
          `SELECT DISTINCT n.virtual_name FROM account_number n JOIN virtual_account v ON v.account_number = n.number
             JOIN deposit_account a ON a.id = v.settlement_account_id WHERE a.account_number = $1`,
          [accountNumber],
        );
        expect(names).toEqual([{ virtual_name: `Till 4/${name}` }]);
      }
    });

    it('changes customerType only while the customer has no accounts', async () => {
      const { customerID } = await created();
      expect(dataOf(await update(customerID, { customerType: 'Group' }))).toMatchObject({ customerType: 'Group' });
      await openAccount(customerID);
      expect(dataOf(await update(customerID, { customerType: 'Group', address: 'x' }))).toMatchObject({
        customerType: 'Group',
        address: 'x',
      });
      expect(refusalOf(await update(customerID, { customerType: 'Corporate' }))).toEqual({
        status: 422,
        code: 'CUSTOMER_TYPE_FIXED',
      });
    });

    it('writes the names of changed fields, not their values, to the audit log', async () => {
      const { customerID } = await created();
      dataOf(await update(customerID, { tin: '1234567890', email: null }));
      const [entry] = await app.rows<{ details: object; actor: string }>(
        `SELECT details, actor FROM audit_log WHERE subject = $1 AND action = 'group-customer.update'`,
        [`customer:${customerID}`],
      );
      expect(entry).toEqual({ details: { fields: ['tin', 'email'] }, actor: expect.stringMatching(/^api-client:/) });
    });

    describe('refuses', () => {
      it.each([
        ['no customer', { customerID: undefined }, 'customerID'],
        ['a null name', { name: null }, 'name'],
        ['a null branch', { branchCode: null }, 'branchCode'],
        ['a null type', { customerType: null }, 'customerType'],
        ['a blank name', { name: ' ' }, 'name'],
        ['a tax number that is none', { tin: 'none' }, 'tin'],
        ['a null member', { members: [null] }, 'members[0]'],
        ['an unknown field', { lastName: 'X' }, 'lastName'],
      ])('%s', async (_, fields, field) => {
        const { customerID } = await created();
        const response = await update(customerID, fields);
        expect(refusalOf(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
        expect(fieldsOf(response)).toContain(field);
      });

      it.each<{ name: string; fields: (group: Group) => object; httpStatus: number; code: string }>([
        {
          name: 'an unknown customer',
          fields: () => ({ customerID: '99999999' }),
          httpStatus: 404,
          code: 'CUSTOMER_NOT_FOUND',
        },
        { name: 'a person', fields: () => ({ customerID: people[0] }), httpStatus: 422, code: 'CUSTOMER_NOT_GROUP' },
        {
          name: 'an unknown branch',
          fields: () => ({ branchCode: 'NOPE' }),
          httpStatus: 404,
          code: 'BRANCH_NOT_FOUND',
        },
        {
          name: 'an unknown member',
          fields: () => ({ members: [{ customerID: '99999999' }] }),
          httpStatus: 404,
          code: 'CUSTOMER_NOT_FOUND',
        },
        {
          name: 'a member named twice',
          fields: () => ({ members: [{ customerID: people[0] }, { customerID: people[0] }] }),
          httpStatus: 400,
          code: 'VALIDATION_FAILED',
        },
        {
          name: 'itself as member',
          fields: ({ customerID }) => ({ members: [{ customerID }] }),
          httpStatus: 422,
          code: 'GROUP_MEMBERSHIP_CYCLE',
        },
      ])('$name and changes nothing', async ({ fields, httpStatus, code }) => {
        const group = await created({ members: [{ customerID: people[1]!, role: 'Chair' }] });
        expect(refusalOf(await update(group.customerID, { address: 'changed', ...fields(group) }))).toEqual({
          status: httpStatus,
          code,
        });
        expect(
          dataOf<{ data: Group[] }>(
            await app.get('/api/account/v1/searchgroupcustomers', { CustomerID: group.customerID }),
          ).data,
        ).toEqual([group]);
      });

      it("another customer's referenceNumber", async () => {
        await created({ referenceNumber: 'GRP-TAKEN' });
        const { customerID } = await created();
        expect((await update(customerID, { referenceNumber: 'GRP-TAKEN' })).body.data).toEqual(
          DUPLICATE_REFERENCE_NUMBER,
        );
      });

      it('a group as a member of its members', async () => {
        const [a, b, c] = [await created(), await created(), await created()];
        dataOf(await update(a.customerID, { members: [{ customerID: b.customerID }] }));
        dataOf(await update(b.customerID, { members: [{ customerID: people[0] }, { customerID: c.customerID }] }));
        expect(refusalOf(await update(c.customerID, { members: [{ customerID: a.customerID }] }))).toEqual({
          status: 422,
          code: 'GROUP_MEMBERSHIP_CYCLE',
        });
      });

      it('one of two parallel changes that would close a circle together', async () => {
        for (let round = 0; round < 5; round += 1) {
          const groups = [await created(), await created(), await created(), await created()];
          const responses = await Promise.all(
            groups.map(({ customerID }, index) =>
              update(customerID, { members: [{ customerID: groups[(index + 1) % 4]!.customerID }] }),
            ),
          );
          expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
          expect(refusalOf(responses.find(({ status }) => status !== 200)!)).toEqual({
            status: 422,
            code: 'GROUP_MEMBERSHIP_CYCLE',
          });
        }
      });
    });
  });

  it("answers for another institution's customers like for unknown customers", async () => {
    const second = await addSecondInstitution(app);
    const token = await tokenOf(app, second.client);
    const foreign = dataOf<Group>(await create({ branchCode: 'B2', referenceNumber: 'GRP-1' }, { token }));
    const own = await created();
    const both = async (send: (customerID: string) => ReturnType<TestApp['post']>): Promise<unknown[]> => {
      const answers = [await send(foreign.customerID), await send('99999999')];
      return answers.map(({ status, text }, index) => [
        status,
        text.replaceAll([foreign.customerID, '99999999'][index]!, 'ID'),
      ]);
    };
    await app.rows(`UPDATE customer SET customer_number = '77777777' WHERE institution_id = 2`);
    foreign.customerID = '77777777';
    for (const send of [
      (customerID: string) => update(customerID, { name: 'Taken over' }),
      (customerID: string) => update(own.customerID, { members: [{ customerID }] }),
      (customerID: string) => create({ members: [{ customerID }] }),
    ]) {
      const [theirs, nobodys] = await both(send);
      expect(theirs).toEqual(nobodys);
      expect(theirs).toEqual([404, expect.stringContaining('CUSTOMER_NOT_FOUND')]);
    }
    expect(
      dataOf<{ recordCount: number }>(
        await app.get('/api/account/v1/searchgroupcustomers', { CustomerID: foreign.customerID }),
      ).recordCount,
    ).toBe(0);
  });
});
