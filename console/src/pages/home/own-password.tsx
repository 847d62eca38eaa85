import { action } from '../../form/action';
import { ActionButtons, ActionHost } from '../../form/action-host';
import { Card } from '../../ui/card';

const ACTIONS = [
  action<null>()({
    operation: 'changeOwnPassword',
    title: 'Change the password',
    consequence: () => 'All your sessions end, also this one: sign in with the new password afterwards.',
    done: 'The password has been changed. Sign in with it.',
  }),
];

export function OwnPassword() {
  return (
    <Card title="Password" actions={<ActionButtons actions={ACTIONS} record={null} />}>
      <p className="m-0">A change ends all your sessions.</p>
      <ActionHost actions={ACTIONS} recordOf={() => null} />
    </Card>
  );
}
