import type { Answer } from '../../api/client';
import { type Action, action, versionOf } from '../../form/action';

export type Placement = Answer<'getPlacement'>;

const REGISTER = 'Placements are a register: no money moves. Post the money through a posting group.';
const LABELS = { rate: 'Rate (percent a year)', referenceNumber: 'Reference of the deal' };
const path = ({ id }: Placement) => ({ placementId: id });
const isOpen = ({ status }: Placement): boolean => status !== 'Closed';

export const CREATE_PLACEMENT = action<undefined>()({
  operation: 'createPlacement',
  title: 'Record a placement',
  fields: ['counterparty', 'amount', 'rate', 'startDate', 'maturityDate', 'referenceNumber', 'notes'],
  labels: LABELS,
  longTexts: ['notes'],
  consequence: () => REGISTER,
  done: 'The placement has been recorded.',
  opens: ({ id }) => `/books/placements/${id}`,
});

export const PLACEMENT_ACTIONS: readonly Action<Placement>[] = [
  action<Placement>()({
    operation: 'updatePlacement',
    title: 'Change the placement',
    version: versionOf,
    path,
    isFor: isOpen,
    initial: (placement) => ({ ...placement }),
    fields: ['counterparty', 'amount', 'rate', 'startDate', 'maturityDate', 'referenceNumber', 'notes'],
    labels: LABELS,
    longTexts: ['notes'],
    consequence: () => `The whole placement is replaced: a field that is left empty is cleared. ${REGISTER}`,
    done: 'The placement has been changed.',
  }),
  action<Placement>()({
    operation: 'closePlacement',
    title: 'Close the placement',
    isDanger: true,
    path,
    isFor: isOpen,
    consequence: () => `The placement closes on the business date and cannot be changed afterwards. ${REGISTER}`,
    done: 'The placement has been closed.',
  }),
];
