import { ApiClients } from '../../src/auth/api-clients';
import { NO_PERMISSIONS, SECOND_FACTOR_PERMISSIONS } from '../../src/auth/auth.settings';
import { hashPassword } from '../../src/common/crypto/password-hash';
import { InstitutionDirectory } from '../../src/common/database/institution-directory.entity';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { CLIENT_SCOPES } from '../../src/common/http/client-scopes';
import { Branches } from '../../src/institutions/branches/branches';
import { Institution } from '../../src/institutions/institution.entity';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import { PermissionCatalogue } from '../../src/institutions/staff/permission-catalogue';
import { Roles } from '../../src/institutions/staff/roles';
import { StaffMembers } from '../../src/institutions/staff/staff-members';
import type { TestApp } from '../support/app';

export interface SecondInstitution {
  institutionId: number;
  client: { clientId: string; clientSecret: string };
  /** Has every permission. */
  manager: { staffID: string; email: string; password: string };
  /** The same, as the second person for changes of rights and configuration. */
  checker: { staffID: string; email: string; password: string };
}

/**
 * Another institution beside the sandbox, with one branch, one client and two members of staff who may do everything.
 */
export async function addSecondInstitution({ app }: TestApp, institutionId = 2): Promise<SecondInstitution> {
  const manager = {
    staffID: 'MGR001',
    email: `manager${institutionId}@second.example`,
    password: 'a long enough password',
  };
  const checker = { ...manager, staffID: 'MGR002', email: `checker${institutionId}@second.example` };
  const passwordHash = await hashPassword(manager.password);
  return app.get(UnitOfWork).run(institutionId, async (tx) => {
    const code = String(90_000 + institutionId);
    await tx.insert(Institution, {
      institutionId,
      name: `Institution ${institutionId}`,
      code,
      businessDate: '2026-01-05',
    });
    await tx.insert(InstitutionDirectory, { institutionId, code });
    await app.get(Branches, { strict: false }).create(tx, { institutionId, branchCode: 'B2', branchName: 'Second' });
    const permissions = app.get(PermissionCatalogue, { strict: false }).list();
    await app.get(Roles, { strict: false }).create(tx, { institutionId, name: 'Everything', permissions });
    for (const [name, member] of [
      ['Second Manager', manager],
      ['Second Checker', checker],
    ] as const)
      await app.get(StaffMembers, { strict: false }).create(tx, {
        institutionId,
        ...member,
        name,
        branchCode: 'B2',
        roles: ['Everything'],
        passwordHash,
      });
    const { client, clientSecret } = await app
      .get(ApiClients, { strict: false })
      .issue(tx, { institutionId, name: 'Second client', scopes: CLIENT_SCOPES });
    // As in the sandbox: the suites that use it sign in with the password alone.
    await app
      .get(InstitutionSettings, { strict: false })
      .set(tx, institutionId, SECOND_FACTOR_PERMISSIONS, NO_PERMISSIONS, 'system:test');
    return { institutionId, client: { clientId: client.clientId, clientSecret }, manager, checker };
  });
}
