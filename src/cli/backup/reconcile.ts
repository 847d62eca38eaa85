import { linesOfChecks } from '../../common/health/check-item';
import { unknownInstitution } from '../known-institution';
import { institutionOption, type OperatorCommand } from '../operator-command';
import { institutionIds, reconcileInstitution } from './reconcile-institutions';

/** `corebank reconcile`: proves the books of one institution, or of all, from their rows. */
export const reconcile: OperatorCommand = {
  name: 'reconcile',
  options: '[--institution ID]',
  summary: 'Proves the whole ledger, the audit chain and the documents of one institution or of all',
  async run({ services }, args) {
    const wanted = args.length === 0 ? undefined : institutionOption(args);
    const app = await services();
    const known = await institutionIds(app);
    if (wanted !== undefined && !known.includes(wanted)) throw unknownInstitution(wanted);
    const results = [];
    for (const institutionId of wanted === undefined ? known : [wanted])
      results.push({ institutionId, items: await reconcileInstitution(app, institutionId) });
    const wrong = results.flatMap(({ items }) => items).filter(({ ok }) => !ok).length;
    return {
      ok: wrong === 0,
      text: [
        ...results.flatMap(({ institutionId, items }) => [
          `Institution ${institutionId}`,
          ...linesOfChecks(items, 'WRONG').map((line) => `  ${line}`),
        ]),
        wrong === 0 ? 'Everything fits.' : `Wrong: ${wrong}.`,
      ],
      data: { institutions: results },
    };
  },
};
