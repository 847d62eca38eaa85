import { TOTP } from 'otpauth';
import request from 'supertest';
import { staffRecover } from '../../src/cli/staff-recover';
import { codeOf } from '../support/answers';
import { TestApp } from '../support/app';
import { commandContext } from '../support/command-context';
import { sessionOf } from '../support/staff-token';

describe('corebank staff recover', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.close());
  beforeEach(() => app.database.query(`UPDATE staff SET status = 'Active', locked_until = NULL, failed_sign_ins = 0`));

  const recover = async (email: string, institution = '1'): Promise<string[]> => {
    const { text } = await staffRecover.run(commandContext(app), ['--institution', institution, '--email', email]);
    return text;
  };
  const deactivate = (...staffIDs: string[]): Promise<unknown> =>
    app.database.query(`UPDATE staff SET status = 'Inactive' WHERE staff_code = ANY($1)`, [staffIDs]);
  const codeIn = (lines: string[]): string => /: ([0-9A-Z-]{23})$/.exec(lines.join('\n').split('\n')[1]!)![1]!;

  it('refuses while two others can decide changes of staff, and while one of them is not locked', async () => {
    const { email } = app.sandbox.staff.maker;
    await expect(recover(email)).rejects.toThrow('Two active members of staff can decide changes of staff');
    await app.database.query(`UPDATE staff SET locked_until = now() + interval '1 hour' WHERE staff_code = 'STF006'`);
    await expect(recover(email)).rejects.toThrow('Two active members of staff can decide changes of staff');
    expect(await app.rows('SELECT 1 FROM staff_one_time_code')).toStrictEqual([]);
  });

  it('makes a named member able to decide again, with a code, and writes the operator to the audit log', async () => {
    await deactivate('STF006');
    const { email } = app.sandbox.staff.maker;
    const lines = await recover(email.toUpperCase());
    expect(lines[0]).toBe('STF002 is active and has the role Administrator.');
    const newPassword = 'recovered by the operator';
    const set = await app.post('/api/admin/v1/password', { email, code: codeIn(lines), newPassword });
    expect(set.status).toBe(200);
    const { accessToken } = (await request(app.url).post('/api/admin/v1/login').send({ email, password: newPassword }))
      .body as { accessToken: string };
    const asked = await app.patch(
      '/api/admin/v1/staff/STF006',
      { status: 'Active' },
      { token: await app.staff('administrator') },
    );
    expect((await app.approved(asked, accessToken)).status).toBe(200);
    const [entry] = await app.rows(`SELECT actor, subject, details FROM audit_log WHERE action = 'staff.recover'`);
    expect(entry).toStrictEqual({
      actor: 'operator:recover',
      subject: 'staff:STF002',
      details: {
        operator: expect.any(String),
        before: { status: 'Active' },
        after: { status: 'Active' },
        role: 'Administrator',
      },
    });
    expect(await app.rows(`SELECT 1 FROM audit_log a WHERE a::text LIKE '%' || $1 || '%'`, [codeIn(lines)])).toEqual(
      [],
    );
  });

  it('helps when all who can decide are locked, and reactivates', async () => {
    await app.database.query(
      `UPDATE staff SET locked_until = now() + interval '1 hour' WHERE staff_code IN ('STF002', 'STF005', 'STF006')`,
    );
    await deactivate('STF003');
    expect((await recover(app.sandbox.staff.checker.email))[0]).toBe(
      'STF003 is active and has the role Administrator.',
    );
  });

  it('makes a role when none decides changes of staff', async () => {
    await deactivate('STF002', 'STF003', 'STF005', 'STF006');
    await app.database.query(`UPDATE role SET permissions = array_remove(permissions, 'manage-roles')`);
    const { amlOfficer } = app.sandbox.staff;
    expect((await recover(amlOfficer.email))[0]).toBe('STF004 is active and has the role Recovered administrators.');
  });

  describe('for one of two administrators, who cannot help each other', () => {
    const lost = async (email: string): Promise<string[]> =>
      (
        await staffRecover.run(commandContext(app), [
          ...['--institution', '1', '--email', email],
          '--second-factor-lost',
        ])
      ).text;
    const makeAdministrator = (staffID: string): Promise<unknown> =>
      app.rows(
        `INSERT INTO staff_role (institution_id, staff_id, role_id)
           SELECT s.institution_id, s.id, r.id FROM staff s JOIN role r ON r.institution_id = s.institution_id
            WHERE s.staff_code = $1 AND r.name = 'Administrator'`,
        [staffID],
      );
    const factors = (): Promise<unknown[]> =>
      app.rows(`SELECT 1 FROM staff_second_factor f JOIN staff s ON s.id = f.staff_id WHERE s.staff_code = 'STF006'`);

    beforeEach(async () => {
      await app.database.query(`DELETE FROM staff_role r USING staff s WHERE s.id = r.staff_id
        AND s.staff_code NOT IN ('STF005', 'STF006')`);
      await app.database.query(`UPDATE role SET permissions = array_append(permissions, 'manage-roles')
        WHERE name = 'Administrator' AND NOT 'manage-roles' = ANY(permissions)`);
    });

    it('gives a code for a forgotten password, and refuses it while two others can decide', async () => {
      const { email } = app.sandbox.staff.administrator;
      expect((await recover(email))[0]).toBe('STF005 is active.');
      await makeAdministrator('STF002');
      await expect(recover(email)).rejects.toThrow('Two active members of staff can decide changes of staff');
    });

    it('takes a lost second factor away, without which the code is no help', async () => {
      const { email, password } = app.sandbox.staff.secondAdministrator;
      const token = await app.staff('secondAdministrator');
      const { secret } = (await app.post('/api/admin/v1/me/second-factor', {}, { token })).body.data as {
        secret: string;
      };
      const confirmed = await app.post(
        '/api/admin/v1/me/second-factor/confirm',
        { code: new TOTP({ secret }).generate() },
        { token },
      );
      expect([confirmed.status, await factors()]).toStrictEqual([200, [expect.anything()]]);
      const newPassword = 'chosen after the telephone was lost';
      const setWith = async (lines: string[]): Promise<unknown[]> =>
        codeOf(await app.post('/api/admin/v1/password', { email, code: codeIn(lines), newPassword }));
      expect(await setWith(await recover(email))).toStrictEqual([401, 'SECOND_FACTOR_CODE_REQUIRED']);

      const lines = await lost(email);
      expect(lines[0]).toBe('STF006 is active.');
      expect(await factors()).toStrictEqual([]);
      const open = `SELECT 1 FROM staff_session WHERE id = $1 AND ended_at IS NULL`;
      expect(await app.rows(open, [sessionOf(token)])).toStrictEqual([]);
      expect((await setWith(lines))[0]).toBe(200);
      const signIn = async (text: string): Promise<number> =>
        (await request(app.url).post('/api/admin/v1/login').send({ email, password: text })).status;
      expect([await signIn(password), await signIn(newPassword)]).toStrictEqual([401, 200]);
      const [entry] = await app.rows<{ details: object }>(
        `SELECT details FROM audit_log WHERE action = 'staff.recover' AND subject = 'staff:STF006' ORDER BY id DESC`,
      );
      expect(entry!.details).toMatchObject({ secondFactor: 'removed', operator: expect.any(String) });
    });

    it('refuses a member who has no second factor, and changes nothing', async () => {
      const { email } = app.sandbox.staff.secondAdministrator;
      const codes = await app.rows('SELECT id FROM staff_one_time_code ORDER BY id');
      await expect(lost(email)).rejects.toThrow('This member of staff has no second factor');
      expect(await app.rows('SELECT id FROM staff_one_time_code ORDER BY id')).toStrictEqual(codes);
    });

    it('leaves a lost second factor to two others who can decide', async () => {
      await makeAdministrator('STF002');
      await expect(lost(app.sandbox.staff.secondAdministrator.email)).rejects.toThrow(
        'Two active members of staff can decide changes of staff',
      );
    });
  });

  it.each([
    ['an unknown address', ['--institution', '1', '--email', 'nobody@bank.example'], /There is no member of staff/],
    [
      'another institution',
      ['--institution', '2', '--email', 'maker@sandbox.corebank.example'],
      /There is no institution 2/,
    ],
    ['no address', ['--institution', '1'], /Missing: --email/],
    ['an institution that is no number', ['--institution', 'one', '--email', 'a@b.example'], /must be the number/],
  ])('refuses %s', async (_, args, message) => {
    await expect(staffRecover.run(commandContext(app), args)).rejects.toThrow(message);
  });
});
