import type { FactDefinition } from './fact-types';
import type { FactType, FactValue } from './fact-values';
import { integerOf, isNight, localHourOf, type ScenarioMovement } from './scenario-movement';
import { isInBand, isNearThreshold } from './window-state';

const ROUND_KOBO = 10_000_00n;

const fact = (
  name: string,
  type: FactType,
  title: string,
  read: (movement: ScenarioMovement) => FactValue | undefined,
): FactDefinition => ({
  name,
  group: name.startsWith('counterparty.') ? 'counterparty' : 'movement',
  type,
  history: 'stored',
  title,
  read: ({ movement }) => read(movement),
});

/** Facts of the movement itself and of its other side. */
export const MOVEMENT_FACTS: FactDefinition[] = [
  fact('movement.amountKobo', 'kobo', 'Amount of the movement.', ({ amountKobo }) => integerOf(amountKobo)),
  fact('movement.direction', 'string', 'Direction, inflow or outflow.', ({ direction }) => direction),
  fact('movement.channel', 'string', 'Channel of the movement.', ({ channel }) => channel),
  fact('movement.endpoint', 'string', 'Operation of the movement.', ({ endpoint }) => endpoint),
  fact('movement.purpose', 'string', 'What the movement was for.', ({ purpose }) => purpose),
  fact('movement.hour', 'int', 'Hour of the day in institution time, 0 to 23.', localHourOf),
  fact('movement.isNight', 'bool', 'True from 23:00 to 05:00 in institution time.', isNight),
  fact(
    'movement.isRoundAmount',
    'bool',
    'True for a multiple of ₦10,000.',
    ({ amountKobo }) => amountKobo % ROUND_KOBO === 0n,
  ),
  fact('movement.narration', 'string', 'Narration in lower case.', ({ narration }) => narration?.toLowerCase()),
  fact('movement.agent', 'string', 'Code of the agent or till.', ({ agent }) => agent),
  fact('movement.agentState', 'string', 'State of the agent or branch.', ({ agentState }) => agentState),
  fact('movement.terminal', 'string', 'Terminal of a card movement.', ({ terminal }) => terminal),
  fact('movement.foreignCountry', 'string', 'The other country.', ({ foreignCountry }) => foreignCountry),
  fact(
    'movement.isListedCountry',
    'bool',
    'True when the other country is on the list of high-risk countries.',
    ({ isListedCountry }) => isListedCountry,
  ),
  fact('movement.fxUsdCents', 'int', 'Value of foreign exchange in US cents.', ({ fxUsdCents }) => fxUsdCents),
  fact('counterparty.key', 'string', 'Key of the other side.', ({ counterparty }) => counterparty?.key),
  fact('counterparty.bank', 'string', 'Bank of the other side.', ({ counterparty }) => counterparty?.bank),
  fact('counterparty.name', 'string', 'Name of the other side in lower case.', ({ counterparty }) =>
    counterparty?.name?.toLowerCase(),
  ),
  fact(
    'counterparty.isPep',
    'bool',
    'True for a politically exposed person.',
    ({ counterparty }) => counterparty?.isPep,
  ),
  fact(
    'counterparty.isGovernment',
    'bool',
    'True for an account of the government.',
    ({ counterparty }) => counterparty?.isGovernment,
  ),
  fact(
    'counterparty.isListed',
    'bool',
    'True when the other side has a hit on a list.',
    ({ counterparty }) => counterparty?.isListed,
  ),
  {
    name: 'movement.isInBand',
    group: 'movement',
    type: 'bool',
    history: 'stored',
    title: 'True for an amount just below the reporting threshold of the customer.',
    read: ({ movement, settings }) => isInBand(movement, settings),
  },
  {
    name: 'movement.isNearThreshold',
    group: 'movement',
    type: 'bool',
    history: 'stored',
    title: 'True for 90 to 100 % of the reporting threshold of the customer.',
    read: ({ movement, settings }) => isNearThreshold(movement, settings),
  },
  {
    name: 'counterparty.isFirstPayee',
    group: 'counterparty',
    type: 'bool',
    history: 'folded',
    title: 'True when the account has never paid this payee before.',
    read: ({ movement, isFirstPayee }) => (movement.direction === 'outflow' ? isFirstPayee : undefined),
  },
];
