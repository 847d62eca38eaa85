import { generateKeyPairSync } from 'node:crypto';
import { AuditSeal } from '../../src/admin/audit-seal.entity';
import { AuditSeals } from '../../src/admin/audit-seals';
import { type AuditVerification, AuditVerifier } from '../../src/admin/audit-verifier';
import { AuditChain } from '../../src/common/audit/audit-chain';
import {
  auditChainHash,
  auditRowHash,
  STORED_AUDIT_COLUMNS,
  type StoredAuditRow,
} from '../../src/common/audit/audit-hash';
import { AppConfig } from '../../src/common/config/app-config';
import { SigningKeys } from '../../src/common/crypto/signing-keys';
import { IdAllocator } from '../../src/common/database/id-allocator';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Sequencer } from '../../src/common/sequencer/sequencer';
import { Clock } from '../../src/common/time/clock';
import { DocumentStoreSelector } from '../../src/documents/storage/document-store-selector';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const PATH = '/api/admin/v1/audit-log/verify';
const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const SIGNING_KEY = newKey();
/** All on one day in Lagos, which is an hour ahead of UTC; the seal of that day is made the day after. */
const DAY = '2026-11-20';
const NEXT_DAY = '2026-11-21';
const AT = (hour: number): string => `${DAY}T${String(hour).padStart(2, '0')}:00:00Z`;
const AFTER_DAY = new Date('2026-11-21T02:00:00Z');
const AFTER_NEXT_DAY = new Date('2026-11-22T02:00:00Z');

describe('the proof of the audit log', () => {
  let app: TestApp;
  /** Each test tampers with an institution of its own, which is in no directory. */
  let institutionId = 600;
  let nextId = 1;

  beforeAll(async () => {
    app = await TestApp.start({ AUDIT_SIGNING_KEY: SIGNING_KEY });
  });
  beforeEach(async () => {
    institutionId += 1;
    await app.database.query(
      `INSERT INTO institution (institution_id, name, code, business_date, time_zone)
       VALUES ($1, 'Tampered', $2, $3, 'Africa/Lagos')`,
      [institutionId, `99${institutionId}`, DAY],
    );
  });
  afterAll(() => app?.close());

  const get = <T>(type: { prototype: T }): T => app.app.get(type as never, { strict: false });
  const service = (
    now: Date,
    auditSigningKeys = new SigningKeys(SIGNING_KEY),
  ): { seals: AuditSeals; verifier: AuditVerifier } => {
    const clock = Object.assign(new Clock(), { now: () => now });
    const config = { ...get(AppConfig), auditSigningKeys };
    const shared = [get(UnitOfWork), get(Sequencer), get(DocumentStoreSelector)] as const;
    return {
      seals: new AuditSeals(...shared, get(IdAllocator), clock, config),
      verifier: new AuditVerifier(...shared, clock, config),
    };
  };
  const own = (sql: string, ...values: unknown[]): Promise<unknown> =>
    app.database.query(sql, [institutionId, ...values]);

  async function write(subject: string, at: string): Promise<number> {
    const id = institutionId * 1000 + (nextId += 1);
    await own(
      `INSERT INTO audit_log (institution_id, id, actor, action, subject, details, address, session_id, at)
       VALUES ($1, $2, 'staff:STF001', 'branch.update', $3, '{"after": {"name": "B"}, "before": {"name": "A"}}', '10.0.0.1', 7, $4)`,
      id,
      subject,
      at,
    );
    return id;
  }

  const verify = (part = { after: 0, rows: 100 }): Promise<AuditVerification> =>
    service(AFTER_NEXT_DAY).verifier.verify(institutionId, part);

  /** Numbers all rows; other suites of the machine may have a transaction open for a moment. */
  const number = (): Promise<void> =>
    eventually(async () => {
      await get(AuditChain).extend(institutionId);
      expect((await verify()).waitingRows).toBe(0);
    });

  /** Five rows of one day, numbered and, unless told otherwise, sealed. */
  async function fiveRows({ seal = true } = {}): Promise<number[]> {
    const ids: number[] = [];
    for (const hour of [8, 9, 10, 11, 12]) ids.push(await write(`branch:B${hour}`, AT(hour)));
    await number();
    if (seal) expect(await service(AFTER_DAY).seals.sealDue(institutionId)).toBe(1);
    return ids;
  }

  const firstMisfit = async (): Promise<[string, number | null, number | null] | null> => {
    const { firstMisfit: misfit } = await verify();
    return misfit && [misfit.problem, misfit.number, misfit.auditLogId];
  };

  it('fits when nobody has touched it, whole or in parts', async () => {
    await fiveRows();
    expect(await verify()).toMatchObject({
      firstMisfit: null,
      verifiedRows: 5,
      lastNumber: 5,
      next: null,
      verifiedSeals: 1,
    });
    const parts = [];
    for (let after: number | null = 0; after !== null;) {
      const part: AuditVerification = await verify({ after, rows: 2 });
      parts.push([part.firstMisfit, part.verifiedRows, part.verifiedSeals]);
      after = part.next;
    }
    expect(parts).toStrictEqual([
      [null, 2, 0],
      [null, 2, 0],
      [null, 1, 1],
    ]);
  });

  it.each([
    ['details', `'{"after": {"name": "C"}, "before": {"name": "A"}}'`],
    ['actor', `'staff:STF002'`],
    ['subject', `'branch:B99'`],
    ['action', `'branch.create'`],
    ['address', `'10.0.0.2'`],
    ['session_id', '8'],
    ['correlation_id', `'other'`],
    ['at', `at + interval '1 millisecond'`],
    ['written_in', 'written_in - 1'],
  ])('names the row whose %s was changed', async (column, value) => {
    const ids = await fiveRows();
    await own(`UPDATE audit_log SET ${column} = ${value} WHERE institution_id = $1 AND id = $2`, ids[2]);
    expect(await firstMisfit()).toStrictEqual(['row-changed', 3, ids[2]]);
  });

  it.each([0, 2, 4])('names the row number %i that was deleted, the last one too', async (index) => {
    const ids = await fiveRows({ seal: false });
    await own('DELETE FROM audit_log WHERE institution_id = $1 AND id = $2', ids[index]);
    expect(await firstMisfit()).toStrictEqual(['row-missing', index + 1, ids[index]]);
  });

  it('names the number that is missing when a row was deleted with its number', async () => {
    const ids = await fiveRows();
    await own('DELETE FROM audit_log WHERE institution_id = $1 AND id = $2', ids[2]);
    await own('DELETE FROM audit_chain WHERE institution_id = $1 AND seq = 3');
    expect(await firstMisfit()).toStrictEqual(['number-missing', 3, null]);
  });

  it('finds that the last rows were deleted with their numbers', async () => {
    const ids = await fiveRows({ seal: false });
    await own('DELETE FROM audit_log WHERE institution_id = $1 AND id = $2', ids[4]);
    await own('DELETE FROM audit_chain WHERE institution_id = $1 AND seq = 5');
    expect(await firstMisfit()).toStrictEqual(['end-missing', 5, null]);
  });

  it('finds by the seal that the last rows were deleted with every trace in the chain', async () => {
    const ids = await fiveRows();
    await own('DELETE FROM audit_log WHERE institution_id = $1 AND id = $2', ids[4]);
    await own('DELETE FROM audit_chain WHERE institution_id = $1 AND seq = 5');
    await own(
      `UPDATE sequencer_head SET last_seq = 4, last_hash = (SELECT chain_hash FROM audit_chain
        WHERE institution_id = $1 AND seq = 4) WHERE institution_id = $1`,
    );
    expect(await firstMisfit()).toStrictEqual(['end-missing', 5, null]);
  });

  it('names the first of two rows whose contents were exchanged', async () => {
    const ids = await fiveRows();
    await own(`UPDATE audit_log SET id = -1 WHERE institution_id = $1 AND id = $2`, ids[1]);
    await own(`UPDATE audit_log SET id = $2 WHERE institution_id = $1 AND id = $3`, ids[1], ids[3]);
    await own(`UPDATE audit_log SET id = $2 WHERE institution_id = $1 AND id = -1`, ids[3]);
    expect(await firstMisfit()).toStrictEqual(['row-changed', 2, ids[1]]);
  });

  it('names the first of two numbers that were exchanged', async () => {
    const ids = await fiveRows();
    for (const [from, to] of [
      [2, -1],
      [4, 2],
      [-1, 4],
    ])
      await own(`UPDATE audit_chain SET seq = $2 WHERE institution_id = $1 AND seq = $3`, to, from);
    expect(await firstMisfit()).toStrictEqual(['chain-broken', 2, ids[3]]);
  });

  it('names a row that was inserted behind the sequencer', async () => {
    await fiveRows();
    const id = await write('branch:FORGED', AT(10));
    await own('UPDATE audit_log SET written_in = 3 WHERE institution_id = $1 AND id = $2', id);
    expect(await firstMisfit()).toStrictEqual(['row-inserted', null, id]);
  });

  it('names a row that was inserted into a sealed day and numbered like a new one', async () => {
    await fiveRows();
    const id = await write('branch:FORGED', AT(10));
    await number();
    expect(await firstMisfit()).toStrictEqual(['row-backdated', 6, id]);
  });

  /** Computes the whole chain again, as somebody who has the database but not the signing key can. */
  async function rewriteChain(): Promise<void> {
    const rows = await app.rows<StoredAuditRow & { seq: string }>(
      `SELECT c.seq, ${STORED_AUDIT_COLUMNS} FROM audit_chain c JOIN audit_log a ON a.institution_id = c.institution_id
         AND a.id = c.audit_log_id WHERE c.institution_id = $1 ORDER BY c.seq`,
      [institutionId],
    );
    let previousHash: Buffer | null = null;
    for (const row of rows) {
      const [seq, auditLogId, rowHash] = [Number(row.seq), Number(row.id), auditRowHash({ ...row, institutionId })];
      previousHash = auditChainHash({ institutionId, seq, auditLogId, rowHash, previousHash });
      await own(
        'UPDATE audit_chain SET row_hash = $2, chain_hash = $3 WHERE institution_id = $1 AND seq = $4',
        rowHash,
        previousHash,
        seq,
      );
    }
    await own('UPDATE sequencer_head SET last_hash = $2 WHERE institution_id = $1', previousHash);
  }

  const changeThird = (ids: number[]): Promise<unknown> =>
    own(`UPDATE audit_log SET actor = 'staff:STF002' WHERE institution_id = $1 AND id = $2`, ids[2]);

  it('finds by the seal that a row was changed and the chain computed again', async () => {
    await changeThird(await fiveRows());
    await rewriteChain();
    expect(await firstMisfit()).toStrictEqual(['chain-broken', 1, null]);
  });

  it('finds that the seal was changed with the chain, by its signature', async () => {
    await changeThird(await fiveRows());
    await rewriteChain();
    await own(
      `UPDATE audit_seal SET last_hash = (SELECT chain_hash FROM audit_chain WHERE institution_id = $1 AND seq = 5)
        WHERE institution_id = $1`,
    );
    expect(await firstMisfit()).toStrictEqual(['seal-broken', 5, null]);
  });

  it('finds that a seal was made with a foreign key', async () => {
    await fiveRows({ seal: false });
    await service(AFTER_DAY, new SigningKeys(newKey())).seals.sealDue(institutionId);
    expect(await firstMisfit()).toStrictEqual(['seal-broken', 5, null]);
  });

  it('verifies seals of an earlier key after a change of keys', async () => {
    await fiveRows();
    await write('branch:NEXT', `${NEXT_DAY}T10:00:00Z`);
    await number();
    const changed = new SigningKeys(`${newKey()}\n${SIGNING_KEY}`);
    const { seals, verifier } = service(AFTER_NEXT_DAY, changed);
    expect(await seals.sealDue(institutionId)).toBe(1);
    expect(await verifier.verify(institutionId, { after: 0, rows: 100 })).toMatchObject({
      firstMisfit: null,
      verifiedSeals: 2,
      publicKeys: changed.publicKeys(),
    });
  });

  describe('seals', () => {
    it('cover every closed day once, also days without rows, and follow each other', async () => {
      await fiveRows();
      const monday = new Date('2026-11-23T02:00:00Z');
      const [one = 0, other = 0] = await Promise.all([1, 2].map(() => service(monday).seals.sealDue(institutionId)));
      expect(one + other).toBe(2);
      const seals = await app.rows<AuditSeal>(
        `SELECT day, first_seq::int AS "firstSeq", last_seq::int AS "lastSeq", storage FROM audit_seal WHERE institution_id = $1 ORDER BY day`,
        [institutionId],
      );
      expect(seals).toStrictEqual([
        { day: DAY, firstSeq: 1, lastSeq: 5, storage: 'postgres' },
        { day: NEXT_DAY, firstSeq: 6, lastSeq: 5, storage: 'postgres' },
        { day: '2026-11-22', firstSeq: 6, lastSeq: 5, storage: 'postgres' },
      ]);
      expect(await firstMisfit()).toBeNull();
    });

    it('wait until an hour after the end of the day, and for rows without a number', async () => {
      await fiveRows({ seal: false });
      const lagosMidnight = new Date(`${DAY}T23:00:00Z`).getTime();
      const at = (minutes: number): AuditSeals => service(new Date(lagosMidnight + minutes * 60_000)).seals;
      // The day before has no rows, so there is nothing to seal yet.
      expect(await at(59).sealDue(institutionId)).toBe(0);
      await write('branch:LATE', AT(22));
      expect(await at(61).sealDue(institutionId)).toBe(0);
      await number();
      expect(await at(61).sealDue(institutionId)).toBe(1);
    });

    it('are missed when one was deleted', async () => {
      await fiveRows();
      await service(new Date('2026-11-23T02:00:00Z')).seals.sealDue(institutionId);
      await own(`DELETE FROM audit_seal WHERE institution_id = $1 AND day = $2`, NEXT_DAY);
      expect(await firstMisfit()).toStrictEqual(['seal-missing', 6, null]);
    });

    it('are reported as missing since the first closed day without one', async () => {
      await fiveRows({ seal: false });
      expect((await verify()).unsealedSince).toBe(DAY);
      await service(AFTER_DAY).seals.sealDue(institutionId);
      expect((await verify()).unsealedSince).toBe(NEXT_DAY);
      await service(AFTER_NEXT_DAY).seals.sealDue(institutionId);
      expect((await verify()).unsealedSince).toBeNull();
    });

    it('lie in the document store too, where a change is found', async () => {
      await fiveRows();
      const { verifier } = service(AFTER_NEXT_DAY);
      expect(await verifier.documentMisfit(institutionId)).toBeUndefined();
      await own(`UPDATE document_chunk SET bytes = '\\x00' WHERE institution_id = $1`);
      expect(await verifier.documentMisfit(institutionId)).toMatchObject({ problem: 'seal-broken', number: 5 });
    });
  });

  it('is verified over HTTP, and names the first row that does not fit', async () => {
    const token = await app.staff('administrator');
    const answer = async (query = {}): Promise<Record<string, unknown>> =>
      (await app.get(PATH, query, { token })).body.data;
    await eventually(async () => expect((await answer()).waitingRows).toBe(0));
    const { publicKeys, lastNumber, ...whole } = await answer();
    expect(whole).toMatchObject({ intact: true, firstMisfit: null, next: null, verifiedRows: lastNumber });
    expect(publicKeys).toStrictEqual(new SigningKeys(SIGNING_KEY).publicKeys());
    expect(await answer({ Rows: 3 })).toMatchObject({ intact: true, next: 3, verifiedRows: 3 });
    const [third] = await app.rows<{ id: string }>(
      `SELECT audit_log_id AS id FROM audit_chain WHERE institution_id = 1 AND seq = 3`,
    );
    await app.database.query(`UPDATE audit_log SET subject = 'other' WHERE institution_id = 1 AND id = $1`, [
      third!.id,
    ]);
    expect(await answer({ AfterNumber: 2 })).toMatchObject({
      intact: false,
      firstMisfit: {
        problem: 'row-changed',
        number: 3,
        auditLogId: Number(third!.id),
        message: 'The row with the number 3 was changed.',
      },
      next: null,
    });
    for (const query of ['Rows=10001', 'Rows=0', 'AfterNumber=-1'])
      expect((await app.get(`${PATH}?${query}`, {}, { token })).status).toBe(400);
  });
});
