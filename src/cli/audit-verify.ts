import { type AuditVerification, AuditVerifier } from '../admin/audit-verifier';
import type { Misfit } from '../admin/chain-misfit';
import { assertInstitution } from './known-institution';
import { institutionOption, type OperatorCommand } from './operator-command';

const ROWS_IN_PART = 10_000;

/** `corebank audit verify`: the whole chain of an institution, its seals and their documents. */
export const auditVerify: OperatorCommand = {
  name: 'audit verify',
  options: '--institution ID',
  summary: 'Compares the audit log with its chain and seals and names the first row that does not fit',
  async run({ services }, args) {
    const institutionId = institutionOption(args);
    const app = await services();
    await assertInstitution(app, institutionId);
    const verifier = app.get(AuditVerifier, { strict: false });
    const { rows, seals, last } = await verifyAll(verifier, institutionId);
    const misfit = last.firstMisfit ?? (await verifier.documentMisfit(institutionId));
    const { waitingRows, lastNumber, lastHash, publicKeys, unsealedSince } = last;
    return {
      ok: !misfit,
      text: [
        `Verified rows: ${rows}; seals: ${seals}; rows waiting for a number: ${waitingRows}.`,
        `Last number: ${lastNumber}; its hash: ${lastHash ?? 'none'}.`,
        ...publicKeys.map(({ keyId, publicKey }) => `Public key ${keyId}:\n${publicKey.trim()}`),
        ...(publicKeys.length === 0
          ? ['No AUDIT_SIGNING_KEY is configured: signatures of seals were not verified, and no day is sealed.']
          : []),
        ...(unsealedSince === null ? [] : [`Closed days without a seal begin with ${unsealedSince}.`]),
        misfit ? described(misfit) : 'The audit log fits its chain and its seals.',
      ],
      data: { rows, seals, waitingRows, lastNumber, lastHash, publicKeys, unsealedSince, misfit: misfit ?? null },
    };
  },
};

async function verifyAll(
  verifier: AuditVerifier,
  institutionId: number,
): Promise<{ rows: number; seals: number; last: AuditVerification }> {
  let [rows, seals, after] = [0, 0, 0];
  for (;;) {
    const part = await verifier.verify(institutionId, { after, rows: ROWS_IN_PART });
    rows += part.verifiedRows;
    seals += part.verifiedSeals;
    if (part.next === null) return { rows, seals, last: part };
    after = part.next;
  }
}

function described({ problem, auditLogId, message }: Misfit): string {
  const row = auditLogId === null ? '' : ` Its id in the audit log is ${auditLogId}.`;
  return `DOES NOT FIT (${problem}): ${message}${row}`;
}
