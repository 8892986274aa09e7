import { Button, Popover } from '@mantine/core';

export default function LiveProblem({ word, more }: { word: string; more: string }) {
  return (
    <Popover position="bottom" withinPortal={false}>
      <Popover.Target>
        <Button variant="default" size="compact-sm" className="live-sign" data-live={false}>
          <span aria-hidden>○</span>&nbsp;{word}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="20rem" aria-label={word}>
        {more}
      </Popover.Dropdown>
    </Popover>
  );
}
