import { Injectable } from '@nestjs/common';
import request, { type Response } from 'supertest';
import { type AgentBlocker, AgentBlockers } from '../../src/agents/agent-blockers';
import { Agents } from '../../src/agents/agents';
import type { AgentView } from '../../src/agents/agents.dto';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import type { AppError } from '../../src/common/errors/app-error';
import { MemberOf } from '../../src/common/registry/registry';
import { withRows } from '../accounts/sandbox-accounts';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const PATH = '/api/agent/v1';
const NOT_FOUND = {
  status: false,
  message: 'There is no agent with this id or agentCode.',
  data: { statusCode: 'AGENT_NOT_FOUND' },
};

/** Represents a module that attributes records to agents. */
@Injectable()
@MemberOf(AgentBlockers)
class TestBlocker implements AgentBlocker {
  readonly name = 'test-loans';
  readonly attributed = new Set<string>();

  blocks(_tx: unknown, _institutionId: number, { agentCode }: { agentCode: string }): Promise<string | undefined> {
    return Promise.resolve(this.attributed.has(agentCode) ? `The agent ${agentCode} has a loan.` : undefined);
  }
}

describe('agents', () => {
  let app: TestApp;
  let otherToken: string;
  let blocker: TestBlocker;

  const add = (fields: object = {}, reference = freshReference(), token?: string): Promise<Response> =>
    app.post(
      `${PATH}/add`,
      { name: 'Chidi Obi', branchCode: token ? 'B2' : app.sandbox.branchCode, ...fields },
      { reference, token },
    );
  const added = async (fields: object = {}): Promise<AgentView> => dataOf<AgentView>(await add(fields));
  const update = (body: object, token?: string): Promise<Response> => app.put(`${PATH}/update`, body, { token });
  const changeStatus = (body: object, token?: string): Promise<Response> =>
    app.put(`${PATH}/change-status`, body, { token });
  const remove = (id: number | string, token?: string): Promise<Response> =>
    app.delete(`${PATH}/delete/${id}`, { token });
  const search = async (
    query: Record<string, string | number>,
    token?: string,
  ): Promise<{ data: AgentView[]; recordCount: number }> => dataOf(await app.get(`${PATH}/search`, query, { token }));
  const codes = async (query: Record<string, string | number>): Promise<string[]> =>
    (await search(query)).data.map(({ agentCode }) => agentCode);
  const audits = (agentCode: string): Promise<{ actor: string; action: string; details: object }[]> =>
    app.rows(`SELECT actor, action, details FROM audit_log WHERE institution_id = $1 AND subject = $2 ORDER BY id`, [
      app.institutionId,
      `agent:${agentCode}`,
    ]);
  /** The code of the refusal when a module attributes a record to an agent. */
  const resolve = (agentCode: string): Promise<string> =>
    app.app
      .get(UnitOfWork)
      .run(app.institutionId, (tx) =>
        app.app.get(Agents, { strict: false }).requireActive(tx, app.institutionId, agentCode),
      )
      .then(
        ({ name }) => name,
        ({ code, httpStatus }: AppError) => `${httpStatus} ${code}`,
      );

  beforeAll(async () => {
    app = await TestApp.start({}, [TestBlocker]);
    blocker = app.app.get(TestBlocker);
    const { client } = await addSecondInstitution(app);
    otherToken = (await request(app.url).post('/api/auth/v1/authenticate').send(client)).body.accessToken as string;
  });
  afterAll(() => app?.close());

  it('adds an agent, whom the search then finds', async () => {
    const fields = {
      phoneNumber: '0803 123 4567',
      emailAddress: 'Chidi@Example.com',
      address: '4 Market Road',
      referenceNumber: 'AGT-1',
      notes: 'Main market',
    };
    const agent = await added(fields);
    expect(agent).toStrictEqual({
      id: expect.any(Number),
      agentCode: expect.stringMatching(/^AG\d{6}$/),
      name: 'Chidi Obi',
      branchCode: app.sandbox.branchCode,
      branchName: 'Head Office',
      ...fields,
      phoneNumber: '+2348031234567',
      emailAddress: 'chidi@example.com',
      status: 'Active',
    });
    expect(await search({ AgentCode: agent.agentCode })).toStrictEqual({
      data: [agent],
      recordCount: 1,
      pageNumber: 1,
      pageSize: 20,
      nextAfter: null,
    });
    expect(await audits(agent.agentCode)).toEqual([
      {
        actor: expect.stringMatching(/^api-client:/),
        action: 'agent.add',
        details: { id: agent.id, name: 'Chidi Obi', branchCode: app.sandbox.branchCode, ...fields },
      },
    ]);
  });

  it('requires name and branch only, and treats null as left out', async () => {
    const nothing = { phoneNumber: null, emailAddress: null, address: null, referenceNumber: null, notes: null };
    expect(await added()).toMatchObject(nothing);
    expect(await added(nothing)).toMatchObject(nothing);
  });

  it('gives parallel requests consecutive codes, each once', async () => {
    const { agentCode } = await added();
    const given = (await Promise.all(Array.from({ length: 30 }, () => added()))).map((agent) =>
      Number(agent.agentCode.slice(2)),
    );
    const first = Number(agentCode.slice(2)) + 1;
    expect(given.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => first + index));
  });

  it('numbers agents of each institution separately, also in parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => add({}, freshReference(), otherToken)));
    expect(answers.map((answer) => dataOf<AgentView>(answer).agentCode).sort()).toEqual([
      'AG000001',
      'AG000002',
      'AG000003',
      'AG000004',
      'AG000005',
    ]);
  });

  it('accepts a referenceNumber once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({ referenceNumber: 'AGT-RACE' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(answers.find(({ status }) => status === 409)!.body.data).toEqual({
      statusCode: 'DUPLICATE_REFERENCE',
      field: 'referenceNumber',
    });
    expect((await search({ ReferenceNumber: 'AGT-RACE' })).recordCount).toBe(1);
    expect((await add({ referenceNumber: 'AGT-RACE' }, freshReference(), otherToken)).status).toBe(200);
  });

  it('answers a repeated request from its claim', async () => {
    const reference = freshReference();
    const [first, second] = [
      await add({ name: 'Twice Only' }, reference),
      await add({ name: 'Twice Only' }, reference),
    ];
    expect([second.headers['idempotent-replayed'], second.body]).toEqual(['true', first.body]);
    expect((await search({ Name: 'twice only' })).recordCount).toBe(1);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name that is a number', { name: 7 }, 'name'],
    ['a name of 251 characters', { name: 'a'.repeat(251) }, 'name'],
    ['no branch', { branchCode: undefined }, 'branchCode'],
    ['a branch that is a number', { branchCode: 1 }, 'branchCode'],
    ['a telephone number with too few digits', { phoneNumber: '0803' }, 'phoneNumber'],
    ['an e-mail address without a domain', { emailAddress: 'chidi@' }, 'emailAddress'],
    ['an address that is too long', { address: 'a'.repeat(501) }, 'address'],
    ['an empty reference', { referenceNumber: '' }, 'referenceNumber'],
    ['notes that are a list', { notes: ['a'] }, 'notes'],
    ['a code of the caller', { agentCode: 'AG999999' }, 'agentCode'],
    ['a status', { status: 'Active' }, 'status'],
  ])('refuses %s', async (_, fields, field) => {
    const answer = await add(fields);
    expect(refusalOf(answer)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(fieldsOf(answer)).toContain(field);
  });

  it('refuses a branch that is unknown, of another institution, or inactive', async () => {
    for (const branchCode of ['NOPE', 'B2']) {
      expect(refusalOf(await add({ branchCode }))).toEqual({ status: 404, code: 'BRANCH_NOT_FOUND' });
    }
    const answer = await withRows(
      app,
      `UPDATE branch SET status = 'Inactive'`,
      `UPDATE branch SET status = 'Active'`,
      () => add(),
    );
    expect(refusalOf(answer)).toEqual({ status: 422, code: 'BRANCH_INACTIVE' });
  });

  describe('search', () => {
    it('finds agents by the start of the name ignoring accents, by branch and by status', async () => {
      await app.post(
        '/api/admin/v1/branches',
        { branchCode: 'JOS', branchName: 'Jos' },
        { token: await app.staff('administrator') },
      );
      const first = await added({ name: 'Ṣadé Àgbà', branchCode: 'JOS' });
      const second = await added({ name: 'Sade Bello', branchCode: 'JOS' });
      await changeStatus({ agentCode: second.agentCode, status: 'Suspended' });
      expect(await codes({ Name: 'sade' })).toEqual([second.agentCode, first.agentCode]);
      expect(await codes({ name: 'SADE', sortcolumn: 'name', direction: 'Asc' })).toEqual([
        first.agentCode,
        second.agentCode,
      ]);
      expect(await codes({ BranchCode: 'JOS', Status: 'Suspended' })).toEqual([second.agentCode]);
      expect(
        await codes({ BranchCode: 'JOS', SortColumn: 'agentCode', Direction: 'Asc', PageSize: 1, PageNumber: 2 }),
      ).toEqual([second.agentCode]);
      expect((await search({ BranchCode: 'JOS' })).data[0]).toMatchObject({ branchCode: 'JOS', branchName: 'Jos' });
      const nothing: Record<string, string>[] = [
        { Name: 'de' },
        { Name: '%' },
        { BranchCode: 'NOPE' },
        { AgentCode: 'AG' },
      ];
      for (const query of nothing) expect(await codes(query)).toEqual([]);
    });

    it.each(['Status', 'SortColumn', 'Email'])('refuses an unknown value or filter: %s', async (name) => {
      expect((await app.get(`${PATH}/search`, { [name]: 'strange' })).status).toBe(400);
    });
  });

  describe('update', () => {
    it('changes the fields that are sent, by id or by code', async () => {
      const agent = await added({ phoneNumber: '08031234567', notes: 'old', referenceNumber: 'AGT-UPD' });
      const renamed = { ...agent, name: 'Chidi Eze', notes: 'new' };
      expect(dataOf(await update({ id: agent.id, name: 'Chidi Eze', notes: 'new' }))).toEqual(renamed);
      expect(await codes({ Name: 'chidi eze' })).toEqual([agent.agentCode]);
      expect(
        dataOf(await update({ agentCode: agent.agentCode, phoneNumber: null, emailAddress: 'A@b.example' })),
      ).toEqual({ ...renamed, phoneNumber: null, emailAddress: 'a@b.example' });
      expect(
        dataOf(await update({ id: agent.id, agentCode: agent.agentCode, referenceNumber: 'AGT-UPD' })),
      ).toMatchObject({ name: 'Chidi Eze', referenceNumber: 'AGT-UPD' });
      expect((await audits(agent.agentCode)).slice(1, 2)).toEqual([
        {
          actor: expect.any(String),
          action: 'agent.update',
          details: {
            before: { name: agent.name, notes: 'old' },
            after: { name: 'Chidi Eze', notes: 'new' },
          },
        },
      ]);
    });

    it('moves an agent to active branches only, but lets an agent stay in a closed branch', async () => {
      await app.post(
        '/api/admin/v1/branches',
        { branchCode: 'ABA', branchName: 'Aba' },
        { token: await app.staff('administrator') },
      );
      const [agent, visitor] = [await added({ branchCode: 'ABA' }), await added()];
      await app.rows(`UPDATE branch SET status = 'Inactive' WHERE branch_code = 'ABA'`);
      expect(dataOf(await update({ id: agent.id, branchCode: 'ABA', notes: 'stays' }))).toMatchObject({
        branchCode: 'ABA',
        notes: 'stays',
      });
      expect(refusalOf(await update({ id: visitor.id, branchCode: 'ABA' }))).toEqual({
        status: 422,
        code: 'BRANCH_INACTIVE',
      });
      expect(refusalOf(await update({ id: visitor.id, branchCode: 'B2' }))).toEqual({
        status: 404,
        code: 'BRANCH_NOT_FOUND',
      });
      expect(dataOf(await update({ id: agent.id, branchCode: app.sandbox.branchCode }))).toMatchObject({
        branchName: 'Head Office',
      });
    });

    it('refuses a used referenceNumber, and an id and a code of different agents', async () => {
      const [one, two] = [await added({ referenceNumber: 'AGT-TAKEN' }), await added()];
      expect(refusalOf(await update({ id: two.id, referenceNumber: 'AGT-TAKEN' }))).toEqual({
        status: 409,
        code: 'DUPLICATE_REFERENCE',
      });
      expect((await update({ id: two.id, agentCode: one.agentCode, notes: 'x' })).body).toEqual(NOT_FOUND);
    });

    it.each([
      ['neither id nor code', { name: 'X' }, 'agentCode'],
      ['null for both', { id: null, agentCode: null }, 'agentCode'],
      ['an id that is a text', { id: '5' }, 'id'],
      ['an id that is not whole', { id: 1.5 }, 'id'],
      ['a blank name', { id: 1, name: ' ' }, 'name'],
      ['a status', { id: 1, status: 'Active' }, 'status'],
    ])('refuses %s', async (_, body, field) => {
      const answer = await update(body);
      expect(refusalOf(answer)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(new Set(fieldsOf(answer))).toEqual(new Set([field]));
    });
  });

  describe('change-status', () => {
    it('accepts every status of staff, and only an active agent can be named', async () => {
      const { agentCode } = await added({ name: 'Status Agent' });
      expect(await resolve(agentCode)).toBe('Status Agent');
      for (const status of ['Suspended', 'Inactive']) {
        expect(dataOf(await changeStatus({ agentCode, status }))).toMatchObject({
          agentCode,
          status,
          branchName: 'Head Office',
        });
        expect((await search({ AgentCode: agentCode })).data[0]).toMatchObject({ status });
        expect(await resolve(agentCode)).toBe('422 AGENT_NOT_ACTIVE');
      }
      await changeStatus({ agentCode, status: 'Active' });
      dataOf(await changeStatus({ agentCode, status: 'Active' }));
      expect(await resolve(agentCode)).toBe('Status Agent');
      const changes = (await audits(agentCode)).slice(1).map(({ action, details }) => [action, details]);
      expect(changes).toEqual(
        ['Active Suspended', 'Suspended Inactive', 'Inactive Active'].map((change) => [
          'agent.change-status',
          { before: { status: change.split(' ')[0] }, after: { status: change.split(' ')[1] } },
        ]),
      );
    });

    it.each([
      { status: 'Active' },
      { agentCode: 'AG000001' },
      { agentCode: 'AG000001', status: 'Fired' },
      { agentCode: 'AG000001', status: 'active' },
      { agentCode: 5, status: 'Active' },
    ])('refuses %j', async (body) => {
      expect(refusalOf(await changeStatus(body))).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    });

    it('answers 404 for agents of another institution and for unknown agents', async () => {
      expect(await resolve('AG999999')).toBe('422 AGENT_NOT_ACTIVE');
      expect((await changeStatus({ agentCode: 'AG999999', status: 'Active' })).body).toEqual(NOT_FOUND);
    });
  });

  describe('delete', () => {
    it('deletes an agent and never reuses the code', async () => {
      const agent = await added({ referenceNumber: 'AGT-DEL' });
      const reference = freshReference();
      const answer = await app.delete(`${PATH}/delete/${agent.id}`, { reference });
      expect(dataOf(answer)).toEqual({ id: agent.id, agentCode: agent.agentCode });
      expect((await app.delete(`${PATH}/delete/${agent.id}`, { reference })).body).toEqual(answer.body);
      expect((await remove(agent.id)).body).toEqual(NOT_FOUND);
      expect((await update({ id: agent.id, notes: 'x' })).body).toEqual(NOT_FOUND);
      expect((await changeStatus({ agentCode: agent.agentCode, status: 'Active' })).body).toEqual(NOT_FOUND);
      expect((await search({ AgentCode: agent.agentCode })).recordCount).toBe(0);
      expect(await resolve(agent.agentCode)).toBe('422 AGENT_NOT_ACTIVE');
      expect((await audits(agent.agentCode)).at(-1)).toMatchObject({ action: 'agent.delete', details: agent });
      expect((await added()).agentCode).not.toBe(agent.agentCode);
    });

    it('refuses to delete an agent to whom a record is attributed', async () => {
      const agent = await added();
      blocker.attributed.add(agent.agentCode);
      const answer = await remove(agent.id);
      expect([answer.status, answer.body]).toEqual([
        409,
        {
          status: false,
          message: `The agent ${agent.agentCode} has a loan.`,
          data: { statusCode: 'AGENT_IN_USE', blockedBy: 'test-loans' },
        },
      ]);
      expect((await search({ AgentCode: agent.agentCode })).data).toEqual([agent]);
      blocker.attributed.delete(agent.agentCode);
      expect((await remove(agent.id)).status).toBe(200);
    });

    it.each([
      ['delete', 409, (agent: AgentView) => remove(agent.id)],
      ['suspension', 200, (agent: AgentView) => changeStatus({ agentCode: agent.agentCode, status: 'Suspended' })],
    ] as const)('a %s waits for a transaction that attributes a record', async (_, httpStatus, change) => {
      const agent = await added();
      const waiting = await app.app.get(UnitOfWork).run(app.institutionId, async (tx) => {
        await app.app.get(Agents, { strict: false }).requireActive(tx, app.institutionId, agent.agentCode);
        const answer = { promise: change(agent) };
        await eventually(async () =>
          expect(await app.rows('SELECT 1 FROM pg_locks WHERE NOT granted')).not.toEqual([]),
        );
        blocker.attributed.add(agent.agentCode);
        return answer;
      });
      expect((await waiting.promise).status).toBe(httpStatus);
    });

    it('lets one of several parallel requests delete an agent', async () => {
      const { id } = await added();
      const answers = await Promise.all(Array.from({ length: 6 }, () => remove(id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    });

    it.each(['AG000001', '0', '-1', '1.5', '1e3'])('refuses to delete by the ID %s', async (id) => {
      expect(refusalOf(await remove(id))).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    });
  });

  it('answers for agents of another institution like for unknown agents', async () => {
    // The other institution has fewer agents, so none of its own has this code.
    const agent = await added();
    expect(await search({ AgentCode: agent.agentCode }, otherToken)).toMatchObject({ data: [], recordCount: 0 });
    for (const answer of [
      await update({ id: agent.id, name: 'Taken over' }, otherToken),
      await update({ agentCode: agent.agentCode, name: 'Taken over' }, otherToken),
      await changeStatus({ agentCode: agent.agentCode, status: 'Suspended' }, otherToken),
      await remove(agent.id, otherToken),
      await remove(9_007_199_254_740_000, otherToken),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await search({ AgentCode: agent.agentCode })).data).toEqual([agent]);
  });

  it('agent routes accept API clients only', async () => {
    expect(refusalOf(await add({}, freshReference(), await app.staff('administrator')))).toEqual({
      status: 401,
      code: 'INVALID_API_TOKEN_CLAIMS',
    });
    expect((await app.get(`${PATH}/search`, {}, { token: 'nonsense' })).status).toBe(401);
  });
});
