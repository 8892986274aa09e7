import { Notifications } from '@mantine/notifications';

export default function Toasts() {
  return <Notifications position="bottom-center" />;
}
