import { PageHead } from '../../../ui/page-head';
import { TabPanels } from '../../../ui/tab-panels';
import { IntegrationsTab } from './integrations-tab';
import { LogoTab } from './logo-tab';
import { SettingsTab } from './settings-tab';

export default function ConfigurationPage() {
  return (
    <div className="space-y-4">
      <PageHead
        title="Configuration"
        intro="How the institution works: its limits, ledgers, services and documents. Every change is in the audit log."
      />
      <TabPanels
        panels={[
          { name: 'settings', title: 'Settings', content: () => <SettingsTab /> },
          { name: 'integrations', title: 'Integrations', content: () => <IntegrationsTab /> },
          { name: 'logo', title: 'Logo', content: () => <LogoTab /> },
        ]}
      />
    </div>
  );
}
