import { defineTexts } from '../texts/define-texts.ts';

export const returnStateTexts = defineTexts({
  return_requested: { en: 'Requested', ar: 'بانتظار الموافقة' },
  return_approved: { en: 'Approved', ar: 'موافق عليه' },
  return_received: { en: 'Received', ar: 'تم الاستلام' },
  return_closed: { en: 'Closed', ar: 'مغلق' },
  return_refused: { en: 'Refused', ar: 'مرفوض' },
  return_withdrawn: { en: 'Withdrawn', ar: 'مسحوب' },
});
