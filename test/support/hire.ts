import request from 'supertest';
import { hashPassword } from '../../src/common/crypto/password-hash';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Roles } from '../../src/institutions/staff/roles';
import { StaffMembers } from '../../src/institutions/staff/staff-members';
import type { TestApp } from './app';

const PASSWORD = 'a password for the tests';
let hashed: Promise<string> | undefined;

/** A member of staff made for one test. */
export interface Hired {
  staffID: string;
  email: string;
  token: string;
}

/**
 * Hires a member of the sandbox's staff inside the process, with a role of the member's own name that has these
 * permissions, and signs them in.
 * @param roles further roles that exist.
 */
export async function hire(app: TestApp, staffID: string, permissions: string[], roles: string[] = []): Promise<Hired> {
  const { institutionId } = app;
  hashed ??= hashPassword(PASSWORD);
  const passwordHash = await hashed;
  const email = `${staffID.toLowerCase()}@hired.example`;
  await app.app.get(UnitOfWork).run(institutionId, async (tx) => {
    await app.app.get(Roles, { strict: false }).create(tx, { institutionId, name: staffID, permissions });
    await app.app.get(StaffMembers, { strict: false }).create(tx, {
      institutionId,
      staffID,
      name: staffID,
      branchCode: '001',
      email,
      roles: [staffID, ...roles],
      passwordHash,
    });
  });
  const { body } = await request(app.url).post('/api/admin/v1/login').send({ email, password: PASSWORD });
  return { staffID, email, token: (body as { accessToken: string }).accessToken };
}
