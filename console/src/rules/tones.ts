export type Tone = 'good' | 'warn' | 'danger' | 'info' | 'muted';

const BY_STATUS: Record<Tone, string[]> = {
  good: [
    'Active',
    'Approved',
    'Posted',
    'Processed',
    'Performing',
    'Executed',
    'Released',
    'Completed',
    'Delivered',
    'Sent',
    'Paid',
    'Settled',
    'Matched',
    'Succeeded',
    'Running',
    'Disbursed',
    'Current',
    'Open',
    'Configured',
  ],
  warn: [
    'Closing',
    'InRecovery',
    'Pending',
    'Held',
    'PendingApproval',
    'PendingTSQ',
    'Processing',
    'Watch',
    'PassAndWatch',
    'Dormant',
    'ConfirmManually',
    'Queued',
    'Due',
    'PartiallyPaid',
    'Paused',
    'DifferentAmount',
    'PendingConfirmation',
    'Suspense',
    'Matured',
  ],
  danger: [
    'Delinquent',
    'Declined',
    'Failed',
    'Reversed',
    'Frozen',
    'Lost',
    'Doubtful',
    'Substandard',
    'WrittenOff',
    'Overdue',
    'Rejected',
    'Unmatched',
    'Disabled',
    'Stopped',
    'PND',
    'Blocked',
    'Dead',
  ],
  info: ['Used', 'Restructured', 'Local', 'Outward', 'Inward'],
  muted: ['Canceled', 'Cancelled', 'Closed', 'Inactive', 'Expired', 'Withdrawn', 'Liquidated', 'Retired'],
};

const TONE_OF = new Map(
  Object.entries(BY_STATUS).flatMap(([tone, statuses]) =>
    statuses.map((status) => [status.toLowerCase(), tone as Tone]),
  ),
);

/** The colour of a state; a state that the console does not know is grey. */
export function toneOf(status: string): Tone {
  return TONE_OF.get(status.replace(/[\s_-]/g, '').toLowerCase()) ?? 'muted';
}
