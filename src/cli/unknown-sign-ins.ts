import { UnknownSignIns } from '../auth/unknown-sign-ins';
import { type OperatorCommand, requiredOptions, UsageError } from './operator-command';

const ROWS_MAX = 10_000;

/** `corebank sign-ins unknown`: attempts under names that nobody has. */
export const unknownSignIns: OperatorCommand = {
  name: 'sign-ins unknown',
  options: '--days NUMBER',
  summary: 'Lists attempts to sign in under unknown names, by hour and address',
  async run({ services }, args) {
    const { days } = requiredOptions(args, ['days'] as const);
    if (!/^[1-9]\d?$/.test(days)) throw new UsageError('--days must be a whole number from 1 to 99.');
    const rows = await (await services()).get(UnknownSignIns, { strict: false }).list(Number(days), ROWS_MAX);
    const isCut = rows.length === ROWS_MAX;
    return {
      ok: true,
      text: [
        ...rows.map(({ hour, address, attempts }) => `${hour.toISOString()}  ${address}  ${attempts}`),
        `Addresses and hours: ${rows.length}${isCut ? ', and older ones' : ''}.`,
      ],
      data: { rows, isCut },
    };
  },
};
