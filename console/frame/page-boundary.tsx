import { Alert, Button, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';

/** Catches rendering errors of a page. Its key is the page's path, so that another page starts without the error. */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}

/** Shown after an error. This includes a missing console file, because a new version was deployed meanwhile. */
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
