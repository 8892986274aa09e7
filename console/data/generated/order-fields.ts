// Generated from `orderFields`: `npm run store -- client:typescript`.
export const orderFields = {
  order_number: {"label":{"en":"Order number","ar":"رقم الطلب"},"kind":"text","isNullable":false,"maxLength":64,"isFilter":true,"place":"own","edit":"line"},
  user_id: {"label":{"en":"Customer","ar":"العميل"},"kind":"number","isNullable":false,"maxLength":null,"isFilter":true,"place":"own","edit":"none"},
  address_id: {"label":{"en":"Address","ar":"العنوان"},"kind":"number","isNullable":false,"maxLength":null,"isFilter":true,"place":"own","edit":"own"},
  payment_method: {"label":{"en":"Payment","ar":"الدفع"},"kind":"number","isNullable":false,"maxLength":null,"isFilter":true,"place":"details","edit":"own"},
  status: {"label":{"en":"State","ar":"الحالة"},"kind":"text","isNullable":false,"maxLength":null,"isFilter":true,"place":"own","edit":"none"},
  reject_reason: {"label":{"en":"Reason","ar":"السبب"},"kind":"text","isNullable":true,"maxLength":500,"isFilter":false,"place":"details","edit":"none"},
  notes: {"label":{"en":"Notes","ar":"ملاحظات"},"kind":"text","isNullable":true,"maxLength":1000,"isFilter":false,"place":"details","edit":"paragraph"},
  estimated_arrive_time: {"label":{"en":"Arrives","ar":"موعد الوصول"},"kind":"moment","isNullable":true,"maxLength":null,"isFilter":false,"place":"details","edit":"moment"},
  total: {"label":{"en":"Total","ar":"الإجمالي"},"kind":"money","isNullable":false,"maxLength":null,"isFilter":false,"place":"totals","edit":"figure"},
  discount_amount: {"label":{"en":"Discount","ar":"الخصم"},"kind":"money","isNullable":false,"maxLength":null,"isFilter":false,"place":"totals","edit":"figure"},
  tax_amount: {"label":{"en":"Tax","ar":"الضريبة"},"kind":"money","isNullable":false,"maxLength":null,"isFilter":false,"place":"totals","edit":"figure"},
  main_price: {"label":{"en":"Goods","ar":"البضاعة"},"kind":"money","isNullable":false,"maxLength":null,"isFilter":false,"place":"totals","edit":"figure"},
  manufacturing_price: {"label":{"en":"Cost","ar":"التكلفة"},"kind":"money","isNullable":false,"maxLength":null,"isFilter":false,"place":"totals","edit":"figure"},
  figures: {"label":{"en":"Figures","ar":"المبالغ"},"kind":"text","isNullable":false,"maxLength":null,"isFilter":false,"place":"own","edit":"none"},
} as const;
