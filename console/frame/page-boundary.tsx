import { Alert, Button, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';

/** Contains a page's rendering error. Keyed by the page's path, so that another page starts fresh. */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}

/** Also shown when a file of the console is missing, because a new version was deployed meanwhile. */
function BrokenPage() {
  const t = useTexts(frameTexts);
  return (
    <Alert role="alert" color="red" className="problem-alert" title={t('defect')}>
      <Stack align="flex-start">
        {t('defectMore')}
        <Button color="red" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      </Stack>
    </Alert>
  );
}
