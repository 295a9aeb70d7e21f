// `npm run openapi` writes this file from the contract.
import type { CallOf, Each } from './call.types.js';
type Call<Safe extends boolean, I, O> = CallOf<Safe, I, O, Failure>;
/** The operations, by group, resource and verb. */
export interface Api<Safe extends boolean = false> {
  extension: {
    dashboard: {
      announcement: {
        /** Adds an announcement by the user. */
        add: Call<Safe, Repeatable & WriteOptions & AnnouncementAdd, Success & Warned & AnnouncementKey>;
        /** Changes an announcement; absent fields stay as they are. */
        edit: Call<Safe, Repeatable & RevisedOptions & AnnouncementEdit, Success & Warned & AnnouncementKey>;
        /** Deletes an announcement. */
        delete: Call<Safe, Repeatable & RevisedOptions & AnnouncementKey, Success & Warned & AnnouncementKey>;
        /** Lists announcements. */
        get: Call<Safe, RequestOptions & AnnouncementGet, Warned & AnnouncementPage>;
        /** All of them, in the order of their ids. */
        each: Each<RequestOptions & AnnouncementGet, Announcement>;
      };
    };
    module: {
      invoice: {
        /** Adds an invoice template. */
        add: Call<Safe, Repeatable & WriteOptions & InvoiceTemplateAdd, Success & Warned & InvoiceTemplateKey>;
        /** Changes an invoice template; absent fields stay as they are. */
        edit: Call<Safe, Repeatable & RevisedOptions & InvoiceTemplateEdit, Success & Warned & InvoiceTemplateKey>;
        /** Deletes an invoice template. */
        delete: Call<Safe, Repeatable & RevisedOptions & InvoiceTemplateKey, Success & Warned & InvoiceTemplateKey>;
        /** Lists invoice templates. */
        get: Call<Safe, RequestOptions & InvoiceTemplateGet, Warned & InvoiceTemplatePage>;
        /** All of them, in the order of their ids. */
        each: Each<RequestOptions & InvoiceTemplateGet, InvoiceTemplate>;
        /** Renders an order or a credit note as its invoice; the same document has the same number each time. */
        render: Call<Safe, Repeatable & WriteOptions & InvoiceRender, Success & Warned & InvoiceRendered>;
      };
      tax: {
        /** Adds a tax. */
        add: Call<Safe, Repeatable & WriteOptions & TaxAdd, Success & Warned & TaxKey>;
        /** Changes a tax; absent fields stay as they are. */
        edit: Call<Safe, Repeatable & RevisedOptions & TaxEdit, Success & Warned & TaxKey>;
        /** Deletes a tax. */
        delete: Call<Safe, Repeatable & RevisedOptions & TaxKey, Success & Warned & TaxKey>;
        /** Lists taxes. */
        get: Call<Safe, RequestOptions & TaxGet, Warned & TaxPage>;
        /** All of them, in the order of their ids. */
        each: Each<RequestOptions & TaxGet, Tax>;
        /** Computes the taxes of a cart; the answer is ready to post. */
        calculate: Call<Safe, RequestOptions & TaxCalculate, Warned & TaxCalculated>;
      };
    };
    report: {
      channel_payout: {
        /** Records payouts of a channel for its orders and locks these. */
        add: Call<Safe, Repeatable & WriteOptions & ChannelPayoutAdd, Success & Warned & ChannelPayoutAdded>;
        /** Lists the payouts of one channel over at most 15 days. */
        get: Call<Safe, RequestOptions & ChannelPayoutGet, Warned & ChannelPayoutPage>;
      };
    };
    total: {
      promotion: {
        /** Adds a promotion. */
        add: Call<Safe, Repeatable & WriteOptions & PromotionAdd, Success & Warned & PromotionKey>;
        /** Changes a promotion; absent fields and recorded uses stay as they are. */
        edit: Call<Safe, Repeatable & RevisedOptions & PromotionEdit, Success & Warned & PromotionKey>;
        /** Deletes a promotion; its history stays. */
        delete: Call<Safe, Repeatable & RevisedOptions & PromotionKey, Success & Warned & PromotionKey>;
        /** Lists promotions. */
        get: Call<Safe, RequestOptions & PromotionGet, Warned & PromotionPage>;
        /** All of them, in the order of their ids. */
        each: Each<RequestOptions & PromotionGet, Promotion>;
        /** Lists the uses of promotions by orders. */
        getHistory: Call<Safe, RequestOptions & PromotionHistoryGet, Warned & PromotionHistoryPage>;
        /** Lists promotion categories. */
        getCategory: Call<Safe, RequestOptions & PromotionCategoryGet, Warned & PromotionCategoryPage>;
        /** Adds a promotion category. */
        addCategory: Call<Safe, Repeatable & WriteOptions & PromotionCategoryAdd, Success & Warned & PromotionCategoryKey>;
        /** Changes a promotion category; absent fields stay as they are. */
        editCategory: Call<Safe, Repeatable & RevisedOptions & PromotionCategoryEdit, Success & Warned & PromotionCategoryKey>;
        /** Deletes a promotion category that no promotion uses. */
        deleteCategory: Call<Safe, Repeatable & RevisedOptions & PromotionCategoryKey, Success & Warned & PromotionCategoryKey>;
        /** Applies the promotions to a cart; the answer is ready to post. */
        calculate: Call<Safe, RequestOptions & PromotionCalculate, Warned & PromotionCalculated>;
        /** Holds the uses of a cart, so that no other order takes the last of them; the same key answers the same holds. */
        reserve: Call<Safe, Repeatable & WriteOptions & PromotionReserve, Success & Warned & PromotionHolds>;
        /** Gives up the holds of a key. */
        release: Call<Safe, Repeatable & WriteOptions & PromotionRelease, Success & Warned & PromotionReleased>;
        /** Compares the counters of promotions with their uses and holds. */
        verify: Call<Safe, RequestOptions & PromotionVerify, Warned & PromotionVerified>;
      };
    };
  };
  inventory: {
    addition: {
      /** Adds stock, or books the receipt of a purchase order. */
      add: Call<Safe, Repeatable & WriteOptions & AdditionAdd, Success & Warned & AdditionKey>;
      /** Changes an addition and moves the difference; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & AdditionEdit, Success & Warned & AdditionKey>;
      /** Deletes an addition and takes its stock back at its original cost. */
      delete: Call<Safe, Repeatable & RevisedOptions & AdditionKey, Success & Warned & AdditionKey>;
      /** Lists additions. */
      get: Call<Safe, RequestOptions & AdditionGet, Warned & AdditionPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & AdditionGet, Addition>;
    };
    brand: {
      /** Adds a brand. */
      add: Call<Safe, Repeatable & WriteOptions & BrandAdd, Success & Warned & BrandKey>;
      /** Changes a brand; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & BrandEdit, Success & Warned & BrandKey>;
      /** Deletes a brand that no item has; filter_deleted still lists it. */
      delete: Call<Safe, Repeatable & RevisedOptions & BrandKey, Success & Warned & BrandKey>;
      /** Lists brands. */
      get: Call<Safe, RequestOptions & BrandGet, Warned & BrandPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & BrandGet, Brand>;
    };
    category: {
      /** Adds a category. */
      add: Call<Safe, Repeatable & WriteOptions & CategoryAdd, Success & Warned & CategoryKey>;
      /** Changes a category, or moves it with all below it; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & CategoryEdit, Success & Warned & CategoryKey>;
      /** Deletes a category that has neither children nor items. */
      delete: Call<Safe, Repeatable & RevisedOptions & CategoryDelete, Success & Warned & CategoryKey>;
      /** Lists categories. */
      get: Call<Safe, RequestOptions & CategoryGet, Warned & CategoryPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & CategoryGet, Category>;
    };
    deduction: {
      /** Takes stock out. */
      add: Call<Safe, Repeatable & WriteOptions & DeductionAdd, Success & Warned & DeductionKey>;
      /** Changes a deduction and moves the difference; absent fields stay. */
      edit: Call<Safe, Repeatable & RevisedOptions & DeductionEdit, Success & Warned & DeductionKey>;
      /** Deletes a deduction and gives its stock back at its original cost. */
      delete: Call<Safe, Repeatable & RevisedOptions & DeductionKey, Success & Warned & DeductionKey>;
      /** Lists deductions. */
      get: Call<Safe, RequestOptions & DeductionGet, Warned & DeductionPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & DeductionGet, Deduction>;
    };
    flow: {
      /** Lists the movements of stock. */
      get: Call<Safe, RequestOptions & ItemFlowGet, Warned & ItemFlowPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & ItemFlowGet, ItemFlow>;
      /** Lists what was on hand at any instant and what it was worth: one row for each item and location with a movement before it, by item. A movement counts from its booking on, whatever date_added its document was given. */
      getBalance: Call<Safe, RequestOptions & FlowGetBalance, Warned & ItemBalancePage>;
      /** Proves that every balance and every cost is what the movements add up to. */
      verify: Call<Safe, RequestOptions & FlowVerify, Warned & FlowVerified>;
    };
    item: {
      /** Adds an item. */
      add: Call<Safe, Repeatable & WriteOptions & ItemAdd, Success & Warned & ItemWritten>;
      /** Changes an item; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & ItemEdit, Success & Warned & ItemWritten>;
      /** Stores an image and adds it to the images of an item. */
      addImage: Call<Safe, Repeatable & RevisedOptions & ItemImageAdd, Success & Warned & ItemImageAdded>;
      /** Sets the quantities of up to 100 items, all or none. */
      editStock: Call<Safe, Repeatable & WriteOptions & ItemEditStock, Success & Warned & ItemStockEdited>;
      /** Deletes one item, or all items of a batch, unless order lines wait for one or it is a parent or a component; stock does not matter. */
      delete: Call<Safe, Repeatable & RevisedOptions & ItemDelete, Success & Warned & ItemDeleted>;
      /** Lists items with their stock. */
      get: Call<Safe, RequestOptions & ItemGet, Warned & ItemPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & ItemGet, Item>;
    };
    location: {
      /** Adds a location. */
      add: Call<Safe, Repeatable & WriteOptions & LocationAdd, Success & Warned & LocationKey>;
      /** Changes a location; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & LocationEdit, Success & Warned & LocationKey>;
      /** Deletes a location that nothing uses: no channel, company default, backordered line or stock. */
      delete: Call<Safe, Repeatable & RevisedOptions & LocationKey, Success & Warned & LocationKey>;
      /** Lists locations. */
      get: Call<Safe, RequestOptions & LocationGet, Warned & LocationPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & LocationGet, Location>;
    };
    purchase_order: {
      /** Orders goods; they arrive by inventory/addition/add. */
      add: Call<Safe, Repeatable & WriteOptions & PurchaseOrderAdd, Success & Warned & PurchaseOrderKey>;
      /** Changes a purchase order; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & PurchaseOrderEdit, Success & Warned & PurchaseOrderKey>;
      /** Deletes a purchase order without receipts. */
      delete: Call<Safe, Repeatable & RevisedOptions & PurchaseOrderKey, Success & Warned & PurchaseOrderKey>;
      /** Lists purchase orders. */
      get: Call<Safe, RequestOptions & PurchaseOrderGet, Warned & PurchaseOrderPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & PurchaseOrderGet, PurchaseOrder>;
    };
    supplier: {
      /** Adds a supplier. */
      add: Call<Safe, Repeatable & WriteOptions & SupplierAdd, Success & Warned & SupplierKey>;
      /** Changes a supplier; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & SupplierEdit, Success & Warned & SupplierKey>;
      /** Deletes a supplier; filter_deleted still lists it. */
      delete: Call<Safe, Repeatable & RevisedOptions & SupplierKey, Success & Warned & SupplierKey>;
      /** Lists suppliers. */
      get: Call<Safe, RequestOptions & SupplierGet, Warned & SupplierPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & SupplierGet, Supplier>;
    };
    reservation: {
      /** Holds pieces: they stay on hand, but only the order named can take them. */
      add: Call<Safe, Repeatable & WriteOptions & ReservationAdd, Success & Warned & ReservationKey>;
      /** Changes a reservation and holds the difference; absent fields stay. */
      edit: Call<Safe, Repeatable & RevisedOptions & ReservationEdit, Success & Warned & ReservationKey>;
      /** Deletes a reservation and releases what it holds. */
      delete: Call<Safe, Repeatable & RevisedOptions & ReservationKey, Success & Warned & ReservationKey>;
      /** Lists reservations. */
      get: Call<Safe, RequestOptions & ReservationGet, Warned & ReservationPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & ReservationGet, Reservation>;
    };
    stock_take_job: {
      /** Plans to count items at a location; at most 10,000. */
      add: Call<Safe, Repeatable & WriteOptions & StockTakeJobAdd, Success & Warned & StockTakeJobAdded>;
      /** Changes a stock take that is not over; absent fields stay. */
      edit: Call<Safe, Repeatable & RevisedOptions & StockTakeJobEdit, Success & Warned & StockTakeJobKey>;
      /** Takes counts, each with what is on hand at this moment; sales go on meanwhile. It may be repeated, also by several users. */
      count: Call<Safe, Repeatable & RevisedOptions & StockTakeJobCount, Success & Warned & StockTakeJobCounted>;
      /** Makes the stock what was counted, and keeps what moved since. Of several counts of an item at the location the newest wins. */
      complete: Call<Safe, Repeatable & RevisedOptions & StockTakeJobKey, Success & Warned & StockTakeJobCompleted>;
      /** Ends a stock take without booking anything. */
      cancel: Call<Safe, Repeatable & RevisedOptions & StockTakeJobKey, Success & Warned & StockTakeJobKey>;
      /** Lists stock takes. */
      get: Call<Safe, RequestOptions & StockTakeJobGet, Warned & StockTakeJobPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & StockTakeJobGet, StockTakeJob>;
    };
    transfer: {
      /** Moves stock from one location to another; its cost stays as it is. */
      add: Call<Safe, Repeatable & WriteOptions & TransferAdd, Success & Warned & TransferKey>;
      /** Changes a transfer and moves the difference; absent fields stay. */
      edit: Call<Safe, Repeatable & RevisedOptions & TransferEdit, Success & Warned & TransferKey>;
      /** Deletes a transfer and moves its stock back. */
      delete: Call<Safe, Repeatable & RevisedOptions & TransferKey, Success & Warned & TransferKey>;
      /** Lists transfers. */
      get: Call<Safe, RequestOptions & TransferGet, Warned & TransferPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & TransferGet, Transfer>;
    };
    transfer_job: {
      /** Plans a transfer as a draft; nothing moves yet. */
      add: Call<Safe, Repeatable & WriteOptions & TransferJobAdd, Success & Warned & TransferJobKey>;
      /** Changes a draft; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & TransferJobEdit, Success & Warned & TransferJobKey>;
      /** Takes the pieces of a draft out of the source. In transit they belong to no location; the destination shows them as incoming. */
      ship: Call<Safe, Repeatable & RevisedOptions & TransferJobKey, Success & Warned & TransferJobKey>;
      /** Brings pieces in transit to the destination, all or some; it may be repeated. */
      receive: Call<Safe, Repeatable & RevisedOptions & TransferJobReceive, Success & Warned & TransferJobReceived>;
      /** Ends a job in transit. Completing it again does nothing. */
      complete: Call<Safe, Repeatable & RevisedOptions & TransferJobComplete, Success & Warned & TransferJobKey>;
      /** Ends a job: pieces in transit return to the source, those that have arrived stay. Cancelling it again does nothing. */
      cancel: Call<Safe, Repeatable & RevisedOptions & TransferJobKey, Success & Warned & TransferJobKey>;
      /** Lists transfer jobs. */
      get: Call<Safe, RequestOptions & TransferJobGet, Warned & TransferJobPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & TransferJobGet, TransferJob>;
    };
  };
  integration: {
    channel: {
      /** Adds a sales channel. */
      add: Call<Safe, Repeatable & WriteOptions & ChannelAdd, Success & Warned & ChannelKey>;
      /** Changes a sales channel; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & ChannelEdit, Success & Warned & ChannelKey>;
      /** Deletes a sales channel that is in no channel group. */
      delete: Call<Safe, Repeatable & RevisedOptions & ChannelKey, Success & Warned & ChannelKey>;
      /** Lists sales channels. */
      get: Call<Safe, RequestOptions & ChannelGet, Warned & ChannelPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & ChannelGet, Channel>;
      /** Adds the order of a channel of any type, or changes it when it was imported before; the same content again changes nothing. */
      importOrder: Call<Safe, Repeatable & WriteOptions & OrderImport, Success & Warned & OrderImported>;
    };
    extension: {
      /** Adds an extension. */
      add: Call<Safe, Repeatable & WriteOptions & ExtensionAdd, Success & Warned & ExtensionKey>;
      /** Changes an extension; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & ExtensionEdit, Success & Warned & ExtensionKey>;
      /** Deletes an extension. */
      delete: Call<Safe, Repeatable & RevisedOptions & ExtensionKey, Success & Warned & ExtensionKey>;
      /** Lists extensions. */
      get: Call<Safe, RequestOptions & ExtensionGet, Warned & ExtensionPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & ExtensionGet, Extension>;
    };
    profile: {
      /** Adds a profile: a named configuration of a channel. */
      add: Call<Safe, Repeatable & WriteOptions & ProfileAdd, Success & Warned & ProfileKey>;
      /** Changes a profile; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & ProfileEdit, Success & Warned & ProfileKey>;
      /** Deletes a profile. */
      delete: Call<Safe, Repeatable & RevisedOptions & ProfileKey, Success & Warned & ProfileKey>;
      /** Lists profiles. */
      get: Call<Safe, RequestOptions & ProfileGet, Warned & ProfilePage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & ProfileGet, Profile>;
    };
    webhook: {
      /** Adds an endpoint that events are sent to, or a subscription that is read. */
      add: Call<Safe, Repeatable & WriteOptions & WebhookAdd, Success & Warned & WebhookSecret>;
      /** Changes an endpoint; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & WebhookEdit, Success & Warned & WebhookKey>;
      /** Deletes an endpoint and cancels its deliveries. */
      delete: Call<Safe, Repeatable & RevisedOptions & WebhookKey, Success & Warned & WebhookKey>;
      /** Lists endpoints. */
      get: Call<Safe, RequestOptions & WebhookGet, Warned & WebhookPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & WebhookGet, ListedWebhook>;
      /** Gives an endpoint a new secret; the old one signs too for some time. */
      rotateSecret: Call<Safe, Repeatable & RevisedOptions & WebhookRotate, Success & Warned & WebhookSecret>;
      /** Lists deliveries with their attempts, the newest first. */
      getDelivery: Call<Safe, RequestOptions & DeliveryGet, Warned & DeliveryPage>;
      /** Sends deliveries once more. */
      redeliver: Call<Safe, Repeatable & WriteOptions & Redeliver, Success & Warned & Redelivered>;
      /** Sends what an endpoint has missed. */
      recover: Call<Safe, Repeatable & RevisedOptions & Recover, Success & Warned & Recovered>;
      /** Sends a sample now and answers with what came of it. */
      test: Call<Safe, Repeatable & RevisedOptions & WebhookTest, Success & Warned & WebhookTested>;
      /** Lists the events of the last 30 days, and waits for new ones. */
      getEvent: Call<Safe, RequestOptions & EventGet, Warned & EventPage>;
    };
  };
  sale: {
    credit_note: {
      /** Adds a credit note. */
      add: Call<Safe, Repeatable & WriteOptions & CreditNoteAdd, Success & Warned & CreditNoteWritten>;
      /** Changes a credit note; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & CreditNoteEdit, Success & Warned & CreditNoteWritten>;
      /** Deletes a credit note and takes what it gave back out of the stock; filter_deleted still lists it. */
      delete: Call<Safe, Repeatable & RevisedOptions & CreditNoteKey, Success & Warned & CreditNoteKey>;
      /** Lists credit notes. */
      get: Call<Safe, RequestOptions & CreditNoteGet, Warned & CreditNotePage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & CreditNoteGet, ListedCreditNote>;
      /** Lists what happened to a credit note, the latest first. */
      getHistory: Call<Safe, RequestOptions & CreditNoteHistoryGet, Warned & CreditNoteHistoryPage>;
      /** Changes the status of credit notes, or comments on them. */
      addHistory: Call<Safe, Repeatable & RevisedOptions & CreditNoteHistoryAdd, Success & Warned & CreditNoteHistoryAdded>;
    };
    customer: {
      /** Adds a customer. */
      add: Call<Safe, Repeatable & WriteOptions & CustomerAdd, Success & Warned & CustomerKey>;
      /** Changes a customer; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & CustomerEdit, Success & Warned & CustomerKey>;
      /** Deletes a customer; orders keep their copy, and filter_deleted still lists it. */
      delete: Call<Safe, Repeatable & RevisedOptions & CustomerKey, Success & Warned & CustomerKey>;
      /** Lists customers. */
      get: Call<Safe, RequestOptions & CustomerGet, Warned & CustomerPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & CustomerGet, Customer>;
      /** Merges a customer into another one, which gets the orders, the credit notes and the reward points. */
      merge: Call<Safe, Repeatable & RevisedOptions & CustomerMerge, Success & Warned & CustomerKey>;
      /** Lists a customer's reward transactions, the latest first. */
      getReward: Call<Safe, RequestOptions & RewardGet, Warned & RewardPage>;
      /** Adds reward points to a customer, or takes some. */
      addReward: Call<Safe, Repeatable & RevisedOptions & RewardAdd, Success & Warned & RewardBalance>;
    };
    customer_group: {
      /** Adds a customer group. */
      add: Call<Safe, Repeatable & WriteOptions & CustomerGroupAdd, Success & Warned & CustomerGroupKey>;
      /** Changes a customer group; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & CustomerGroupEdit, Success & Warned & CustomerGroupKey>;
      /** Deletes a customer group that no customer is in. */
      delete: Call<Safe, Repeatable & RevisedOptions & CustomerGroupKey, Success & Warned & CustomerGroupKey>;
      /** Lists customer groups. */
      get: Call<Safe, RequestOptions & CustomerGroupGet, Warned & CustomerGroupPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & CustomerGroupGet, CustomerGroup>;
    };
    order: {
      /** Adds an order. */
      add: Call<Safe, Repeatable & WriteOptions & OrderAdd, Success & Warned & OrderAnswer>;
      /** Changes an order; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & OrderEdit, Success & Warned & OrderAnswer>;
      /** Deletes orders and gives their stock back; filter_deleted still lists them. */
      delete: Call<Safe, Repeatable & RevisedOptions & OrderDelete, Success & Warned & OrderDeleted>;
      /** Lists orders. */
      get: Call<Safe, RequestOptions & OrderGet, Warned & OrderPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & OrderGet, ListedOrder>;
      /** Counts and sums the living orders of a time by day, status, channel, payment method or item. */
      getSummary: Call<Safe, RequestOptions & OrderSummaryGet, Warned & OrderSummaryPage>;
      /** Lists what happened to an order, the latest first. */
      getHistory: Call<Safe, RequestOptions & OrderHistoryGet, Warned & OrderHistoryPage>;
      /** Changes the status of orders, or comments on them. */
      addHistory: Call<Safe, Repeatable & RevisedOptions & OrderHistoryAdd, Success & Warned & OrderHistoryAdded>;
    };
  };
  setting: {
    audit: {
      /** Lists the changes of all records, the latest first. */
      get: Call<Safe, RequestOptions & AuditGet, Warned & AuditPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & AuditGet, Audit>;
    };
    channel_group: {
      /** Adds a channel group. */
      add: Call<Safe, Repeatable & WriteOptions & ChannelGroupAdd, Success & Warned & ChannelGroupKey>;
      /** Changes a channel group; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & ChannelGroupEdit, Success & Warned & ChannelGroupKey>;
      /** Deletes a channel group that no record is in and that limits no user group. */
      delete: Call<Safe, Repeatable & RevisedOptions & ChannelGroupKey, Success & Warned & ChannelGroupKey>;
      /** Lists channel groups. */
      get: Call<Safe, RequestOptions & ChannelGroupGet, Warned & ChannelGroupPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & ChannelGroupGet, ChannelGroup>;
    };
    company: {
      /** Shows the company's settings. */
      get: Call<Safe, RequestOptions, Warned & CompanySettings>;
      /** Changes the company's settings; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & CompanyEdit, Success & Warned>;
    };
    credit_note_status: {
      /** Adds a credit note status. */
      add: Call<Safe, Repeatable & WriteOptions & CreditNoteStatusAdd, Success & Warned & CreditNoteStatusKey>;
      /** Changes a credit note status; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & CreditNoteStatusEdit, Success & Warned & CreditNoteStatusKey>;
      /** Deletes a credit note status that no payment method takes as its default. */
      delete: Call<Safe, Repeatable & RevisedOptions & CreditNoteStatusKey, Success & Warned & CreditNoteStatusKey>;
      /** Lists credit note statuses. */
      get: Call<Safe, RequestOptions & CreditNoteStatusGet, Warned & CreditNoteStatusPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & CreditNoteStatusGet, CreditNoteStatus>;
    };
    currency: {
      /** Adds a currency. */
      add: Call<Safe, Repeatable & WriteOptions & CurrencyAdd, Success & Warned & CurrencyKey>;
      /** Changes a currency; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & CurrencyEdit, Success & Warned & CurrencyKey>;
      /** Deletes a currency that is not the base currency. */
      delete: Call<Safe, Repeatable & RevisedOptions & CurrencyKey, Success & Warned & CurrencyKey>;
      /** Lists currencies. */
      get: Call<Safe, RequestOptions & CurrencyGet, Warned & CurrencyPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & CurrencyGet, Currency>;
    };
    language: {
      /** Adds a language. */
      add: Call<Safe, Repeatable & WriteOptions & LanguageAdd, Success & Warned & LanguageKey>;
      /** Changes a language; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & LanguageEdit, Success & Warned & LanguageKey>;
      /** Deletes a language that is not the company's and that no item is translated into. */
      delete: Call<Safe, Repeatable & RevisedOptions & LanguageKey, Success & Warned & LanguageKey>;
      /** Lists languages. */
      get: Call<Safe, RequestOptions & LanguageGet, Warned & LanguagePage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & LanguageGet, Language>;
    };
    order_status: {
      /** Adds an order status. */
      add: Call<Safe, Repeatable & WriteOptions & OrderStatusAdd, Success & Warned & OrderStatusKey>;
      /** Changes an order status; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & OrderStatusEdit, Success & Warned & OrderStatusEdited>;
      /** Deletes an order status that nothing takes as its default. */
      delete: Call<Safe, Repeatable & RevisedOptions & OrderStatusKey, Success & Warned & OrderStatusKey>;
      /** Lists order statuses. */
      get: Call<Safe, RequestOptions & OrderStatusGet, Warned & OrderStatusPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & OrderStatusGet, OrderStatus>;
    };
    payment_method: {
      /** Adds a payment method. */
      add: Call<Safe, Repeatable & WriteOptions & PaymentMethodAdd, Success & Warned & PaymentMethodKey>;
      /** Changes a payment method; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & PaymentMethodEdit, Success & Warned & PaymentMethodKey>;
      /** Deletes a payment method; filter_deleted still lists it. */
      delete: Call<Safe, Repeatable & RevisedOptions & PaymentMethodKey, Success & Warned & PaymentMethodKey>;
      /** Lists payment methods. */
      get: Call<Safe, RequestOptions & PaymentMethodGet, Warned & PaymentMethodPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & PaymentMethodGet, PaymentMethod>;
    };
    user: {
      /** Adds a user to a group that holds no more than the caller. */
      add: Call<Safe, Repeatable & WriteOptions & UserAdd, Success & Warned & UserIssued>;
      /** Changes a user whose group holds no more than the caller's. */
      edit: Call<Safe, Repeatable & RevisedOptions & UserEdit, Success & Warned & UserKey>;
      /** Deletes a user. One who may change users and user groups remains. */
      delete: Call<Safe, Repeatable & RevisedOptions & UserKey, Success & Warned & UserKey>;
      /** Lists users. */
      get: Call<Safe, RequestOptions & UserGet, Warned & UserPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & UserGet, User>;
      /** Issues a further secret. The one before it stays live; older ones are revoked, which ends the sessions of the user. */
      rotateSecret: Call<Safe, Repeatable & RevisedOptions & UserKey, Success & Warned & UserIssued>;
      /** Opens a session of the user who asks, by a secret. */
      addSession: Call<Safe, Repeatable & WriteOptions & SessionAdd, Success & Warned & OpenedSession>;
      /** Lists live sessions of a user. */
      getSession: Call<Safe, RequestOptions & SessionGet, Warned & SessionList>;
      /** Ends a session, or a link that is not used yet. Another user's needs the permission to modify `setting/user`. */
      endSession: Call<Safe, Repeatable & WriteOptions & SessionEnd, Success & Warned & SessionEnded>;
      /** Makes a one-time link, good for 24 hours, by which a user sets a password or a passkey. Earlier links end. */
      addEnrolment: Call<Safe, Repeatable & RevisedOptions & EnrolmentAdd, Success & Warned & Enrolment>;
      /** Shows the user who asks. */
      whoami: Call<Safe, RequestOptions, Warned & Myself>;
    };
    user_group: {
      /** Adds a user group, with rights that the caller holds. */
      add: Call<Safe, Repeatable & WriteOptions & UserGroupAdd, Success & Warned & UserGroupKey>;
      /** Changes a user group that holds no more than the caller. */
      edit: Call<Safe, Repeatable & RevisedOptions & UserGroupEdit, Success & Warned & UserGroupKey>;
      /** Deletes a user group that has no users. */
      delete: Call<Safe, Repeatable & RevisedOptions & UserGroupKey, Success & Warned & UserGroupKey>;
      /** Lists user groups. */
      get: Call<Safe, RequestOptions & UserGroupGet, Warned & UserGroupPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & UserGroupGet, UserGroup>;
    };
    user_salesman: {
      /** Gives a user a salesman code. */
      add: Call<Safe, Repeatable & WriteOptions & UserSalesmanAdd, Success & Warned & UserSalesmanKey>;
      /** Changes a salesman code; absent fields stay as they are. */
      edit: Call<Safe, Repeatable & RevisedOptions & UserSalesmanEdit, Success & Warned & UserSalesmanKey>;
      /** Deletes a salesman code. */
      delete: Call<Safe, Repeatable & RevisedOptions & UserSalesmanKey, Success & Warned & UserSalesmanKey>;
      /** Lists salesman codes. */
      get: Call<Safe, RequestOptions & UserSalesmanGet, Warned & UserSalesmanPage>;
      /** All of them, in the order of their ids. */
      each: Each<RequestOptions & UserSalesmanGet, UserSalesman>;
    };
  };
  /** Runs up to 100 requests. */
  batch: Call<Safe, Repeatable & WriteOptions & BatchRequest, Success & Warned & BatchAnswer>;
  sign_in: {
    /** Gives a challenge for a passkey. */
    challenge: Call<Safe, RequestOptions, Warned & Challenge>;
    /** Opens a session by a password or a passkey. */
    open: Call<Safe, SigningIn & RequestOptions & Credential, Success & Warned & OpenedSession>;
    /** Sets a password or a passkey by a one-time link, and opens a session. */
    enrol: Call<Safe, RequestOptions & NewCredential, Success & Warned & OpenedSession>;
    /** Locks the session that signs it, if it was opened with a PIN. */
    lock: Call<Safe, RequestOptions, Success & Warned>;
    /** Unlocks the session that signs it by its PIN: a till has one of each user, and goes from one to another. */
    unlock: Call<Safe, RequestOptions & Unlocking, Success & Warned>;
  };
}
/** The `data` of each webhook event: a record, with the former values of its changed fields. */
export interface WebhookData {
  'sale_order.added': Order & {
    previous: OrderPrevious;
  };
  'sale_order.completed': Order & {
    previous: OrderPrevious;
  };
  'sale_order.edited': Order & {
    previous: OrderPrevious;
  };
  'sale_order.status_changed': Order & {
    previous: OrderPrevious;
  };
  'sale_order.deleted': Order & {
    previous: OrderPrevious;
  };
  'sale_order.deducted': Order & {
    previous: OrderPrevious;
  };
  'sale_order.short': Order & {
    previous: OrderPrevious;
  };
  'sale_order.restocked': Order & {
    previous: OrderPrevious;
  };
  'sale_credit_note.added': CreditNote & {
    previous: CreditNotePrevious;
  };
  'sale_credit_note.edited': CreditNote & {
    previous: CreditNotePrevious;
  };
  'sale_credit_note.status_changed': CreditNote & {
    previous: CreditNotePrevious;
  };
  'sale_credit_note.deleted': CreditNote & {
    previous: CreditNotePrevious;
  };
  'sale_credit_note.restocked': CreditNote & {
    previous: CreditNotePrevious;
  };
  'sale_customer.added': Customer & {
    previous: CustomerPrevious;
  };
  'sale_customer.edited': Customer & {
    previous: CustomerPrevious;
  };
  'sale_customer.merged': Customer & {
    previous: CustomerPrevious;
  };
  'sale_customer.deleted': Customer & {
    previous: CustomerPrevious;
  };
  'sale_reward.added': Reward & {
    previous: RewardPrevious;
  };
  'sale_promotion.over_limit': PromotionHistory & {
    previous: PromotionHistoryPrevious;
  };
  'inventory_item.added': Item & {
    previous: ItemPrevious;
  };
  'inventory_item.edited': Item & {
    previous: ItemPrevious;
  };
  'inventory_item.deleted': Item & {
    previous: ItemPrevious;
  };
  'inventory_stock.ok': StockLevel & {
    previous: StockLevelPrevious;
  };
  'inventory_stock.warning': StockLevel & {
    previous: StockLevelPrevious;
  };
  'inventory_stock.danger': StockLevel & {
    previous: StockLevelPrevious;
  };
  'inventory_stock.changed': StockLevel & {
    previous: StockLevelPrevious;
  };
  'inventory_stock.edited': StockLevel & {
    previous: StockLevelPrevious;
  };
  'inventory_purchase_order.added': PurchaseOrder & {
    previous: PurchaseOrderPrevious;
  };
  'inventory_purchase_order.edited': PurchaseOrder & {
    previous: PurchaseOrderPrevious;
  };
  'inventory_purchase_order.deleted': PurchaseOrder & {
    previous: PurchaseOrderPrevious;
  };
  'inventory_purchase_order.received': PurchaseOrder & {
    previous: PurchaseOrderPrevious;
  };
  'inventory_stock_take_job.added': StockTakeJobHead & {
    previous: StockTakeJobHeadPrevious;
  };
  'inventory_stock_take_job.edited': StockTakeJobHead & {
    previous: StockTakeJobHeadPrevious;
  };
  'inventory_stock_take_job.counted': StockTakeJobHead & {
    previous: StockTakeJobHeadPrevious;
  };
  'inventory_stock_take_job.completed': StockTakeJobHead & {
    previous: StockTakeJobHeadPrevious;
  };
  'inventory_stock_take_job.cancelled': StockTakeJobHead & {
    previous: StockTakeJobHeadPrevious;
  };
  'inventory_transfer_job.added': TransferJob & {
    previous: TransferJobPrevious;
  };
  'inventory_transfer_job.edited': TransferJob & {
    previous: TransferJobPrevious;
  };
  'inventory_transfer_job.shipped': TransferJob & {
    previous: TransferJobPrevious;
  };
  'inventory_transfer_job.received': TransferJob & {
    previous: TransferJobPrevious;
  };
  'inventory_transfer_job.completed': TransferJob & {
    previous: TransferJobPrevious;
  };
  'inventory_transfer_job.cancelled': TransferJob & {
    previous: TransferJobPrevious;
  };
  'webhook.added': Webhook & {
    previous: WebhookPrevious;
  };
  'webhook.edited': Webhook & {
    previous: WebhookPrevious;
  };
  'webhook.deleted': Webhook & {
    previous: WebhookPrevious;
  };
  'webhook.secret_rotated': Webhook & {
    previous: WebhookPrevious;
  };
  'webhook.failing': Webhook & {
    previous: WebhookPrevious;
  };
  'webhook.disabled': Webhook & {
    previous: WebhookPrevious;
  };
  'webhook.recovered': Webhook & {
    previous: WebhookPrevious;
  };
  'sale_customer_group.added': CustomerGroup & {
    previous: CustomerGroupPrevious;
  };
  'sale_customer_group.edited': CustomerGroup & {
    previous: CustomerGroupPrevious;
  };
  'sale_customer_group.deleted': CustomerGroup & {
    previous: CustomerGroupPrevious;
  };
  'inventory_brand.added': Brand & {
    previous: BrandPrevious;
  };
  'inventory_brand.edited': Brand & {
    previous: BrandPrevious;
  };
  'inventory_brand.deleted': Brand & {
    previous: BrandPrevious;
  };
  'inventory_category.added': Category & {
    previous: CategoryPrevious;
  };
  'inventory_category.edited': Category & {
    previous: CategoryPrevious;
  };
  'inventory_category.deleted': Category & {
    previous: CategoryPrevious;
  };
  'inventory_location.added': Location & {
    previous: LocationPrevious;
  };
  'inventory_location.edited': Location & {
    previous: LocationPrevious;
  };
  'inventory_location.deleted': Location & {
    previous: LocationPrevious;
  };
  'inventory_supplier.added': Supplier & {
    previous: SupplierPrevious;
  };
  'inventory_supplier.edited': Supplier & {
    previous: SupplierPrevious;
  };
  'inventory_supplier.deleted': Supplier & {
    previous: SupplierPrevious;
  };
  'inventory_addition.added': Addition & {
    previous: AdditionPrevious;
  };
  'inventory_addition.edited': Addition & {
    previous: AdditionPrevious;
  };
  'inventory_addition.deleted': Addition & {
    previous: AdditionPrevious;
  };
  'inventory_deduction.added': Deduction & {
    previous: DeductionPrevious;
  };
  'inventory_deduction.edited': Deduction & {
    previous: DeductionPrevious;
  };
  'inventory_deduction.deleted': Deduction & {
    previous: DeductionPrevious;
  };
  'inventory_transfer.added': Transfer & {
    previous: TransferPrevious;
  };
  'inventory_transfer.edited': Transfer & {
    previous: TransferPrevious;
  };
  'inventory_transfer.deleted': Transfer & {
    previous: TransferPrevious;
  };
  'inventory_reservation.added': Reservation & {
    previous: ReservationPrevious;
  };
  'inventory_reservation.edited': Reservation & {
    previous: ReservationPrevious;
  };
  'inventory_reservation.deleted': Reservation & {
    previous: ReservationPrevious;
  };
  'inventory_reservation.taken': Reservation & {
    previous: ReservationPrevious;
  };
  'inventory_reservation.expired': Reservation & {
    previous: ReservationPrevious;
  };
  'inventory_reservation.released': Reservation & {
    previous: ReservationPrevious;
  };
  'integration_channel.added': Channel & {
    previous: ChannelPrevious;
  };
  'integration_channel.edited': Channel & {
    previous: ChannelPrevious;
  };
  'integration_channel.deleted': Channel & {
    previous: ChannelPrevious;
  };
  'integration_extension.added': Extension & {
    previous: ExtensionPrevious;
  };
  'integration_extension.edited': Extension & {
    previous: ExtensionPrevious;
  };
  'integration_extension.deleted': Extension & {
    previous: ExtensionPrevious;
  };
  'integration_profile.added': Profile & {
    previous: ProfilePrevious;
  };
  'integration_profile.edited': Profile & {
    previous: ProfilePrevious;
  };
  'integration_profile.deleted': Profile & {
    previous: ProfilePrevious;
  };
  'extension_dashboard_announcement.added': Announcement & {
    previous: AnnouncementPrevious;
  };
  'extension_dashboard_announcement.edited': Announcement & {
    previous: AnnouncementPrevious;
  };
  'extension_dashboard_announcement.deleted': Announcement & {
    previous: AnnouncementPrevious;
  };
  'extension_module_invoice.added': InvoiceTemplate & {
    previous: InvoiceTemplatePrevious;
  };
  'extension_module_invoice.edited': InvoiceTemplate & {
    previous: InvoiceTemplatePrevious;
  };
  'extension_module_invoice.deleted': InvoiceTemplate & {
    previous: InvoiceTemplatePrevious;
  };
  'extension_report_channel_payout.added': ChannelPayout & {
    previous: ChannelPayoutPrevious;
  };
  'extension_total_promotion.added': Promotion & {
    previous: PromotionPrevious;
  };
  'extension_total_promotion.edited': Promotion & {
    previous: PromotionPrevious;
  };
  'extension_total_promotion.deleted': Promotion & {
    previous: PromotionPrevious;
  };
  'extension_total_promotion_category.added': PromotionCategory & {
    previous: PromotionCategoryPrevious;
  };
  'extension_total_promotion_category.edited': PromotionCategory & {
    previous: PromotionCategoryPrevious;
  };
  'extension_total_promotion_category.deleted': PromotionCategory & {
    previous: PromotionCategoryPrevious;
  };
  'extension_module_tax.added': Tax & {
    previous: TaxPrevious;
  };
  'extension_module_tax.edited': Tax & {
    previous: TaxPrevious;
  };
  'extension_module_tax.deleted': Tax & {
    previous: TaxPrevious;
  };
  'setting_channel_group.added': ChannelGroup & {
    previous: ChannelGroupPrevious;
  };
  'setting_channel_group.edited': ChannelGroup & {
    previous: ChannelGroupPrevious;
  };
  'setting_channel_group.deleted': ChannelGroup & {
    previous: ChannelGroupPrevious;
  };
  'setting_company.added': Company & {
    previous: CompanyPrevious;
  };
  'setting_company.edited': Company & {
    previous: CompanyPrevious;
  };
  'setting_credit_note_status.added': CreditNoteStatus & {
    previous: CreditNoteStatusPrevious;
  };
  'setting_credit_note_status.edited': CreditNoteStatus & {
    previous: CreditNoteStatusPrevious;
  };
  'setting_credit_note_status.deleted': CreditNoteStatus & {
    previous: CreditNoteStatusPrevious;
  };
  'setting_currency.added': Currency & {
    previous: CurrencyPrevious;
  };
  'setting_currency.edited': Currency & {
    previous: CurrencyPrevious;
  };
  'setting_currency.deleted': Currency & {
    previous: CurrencyPrevious;
  };
  'setting_language.added': Language & {
    previous: LanguagePrevious;
  };
  'setting_language.edited': Language & {
    previous: LanguagePrevious;
  };
  'setting_language.deleted': Language & {
    previous: LanguagePrevious;
  };
  'setting_order_status.added': OrderStatus & {
    previous: OrderStatusPrevious;
  };
  'setting_order_status.edited': OrderStatus & {
    previous: OrderStatusPrevious;
  };
  'setting_order_status.deleted': OrderStatus & {
    previous: OrderStatusPrevious;
  };
  'setting_payment_method.added': PaymentMethod & {
    previous: PaymentMethodPrevious;
  };
  'setting_payment_method.edited': PaymentMethod & {
    previous: PaymentMethodPrevious;
  };
  'setting_payment_method.deleted': PaymentMethod & {
    previous: PaymentMethodPrevious;
  };
  'setting_user.added': User & {
    previous: UserPrevious;
  };
  'setting_user.edited': User & {
    previous: UserPrevious;
  };
  'setting_user.deleted': User & {
    previous: UserPrevious;
  };
  'setting_user_group.added': UserGroup & {
    previous: UserGroupPrevious;
  };
  'setting_user_group.edited': UserGroup & {
    previous: UserGroupPrevious;
  };
  'setting_user_group.deleted': UserGroup & {
    previous: UserGroupPrevious;
  };
  'setting_user_salesman.added': UserSalesman & {
    previous: UserSalesmanPrevious;
  };
  'setting_user_salesman.edited': UserSalesman & {
    previous: UserSalesmanPrevious;
  };
  'setting_user_salesman.deleted': UserSalesman & {
    previous: UserSalesmanPrevious;
  };
  'webhook.test': {
    message: "This is a test.";
  };
}
export interface AddedItem {
  item_id: number;
  /** The name that the item had when the line was added. */
  name: string;
  quantity: number;
  location_id: number;
  /** The cost of one piece, in the addition's currency. Only with the permission to view cost. */
  cost?: number;
}
export interface Addition {
  /** The user who added the document. */
  user_id: number;
  /** The name of that user. */
  user: string;
  comment: string;
  date_added: string;
  date_modified: string;
  deleted?: boolean;
  item_addition_id: number;
  /** 0: no receipt. */
  purchase_order_id: number;
  /** Empty: the base currency. */
  currency: string;
  currency_value: number;
  items: AddedItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface AdditionAdd {
  /** The lines are a receipt of it; 0: of none. */
  purchase_order_id?: number;
  /** Currency of the costs; the base currency unless given. */
  currency?: string;
  /** 0: the account's rate. */
  currency_value?: number;
  comment?: string;
  addition: AdditionLine[];
  /** Additive: more may be received than the purchase order asks for. */
  allow_over_receipt?: boolean;
  /** Additive: when the document was made, for imports; empty: now. For users who may modify everything. Its movements have the time of their booking. */
  date_added?: string;
}
export interface AdditionEdit {
  item_addition_id: number;
  /** Cannot change. */
  purchase_order_id?: number;
  /** Currency of the costs; the base currency unless given. */
  currency?: string;
  /** 0: the account's rate of a new currency; else stays. */
  currency_value?: number;
  comment?: string;
  /** Replace the lines; only the difference is moved. */
  addition?: AdditionLine[];
  /** Additive: more may be received than the purchase order asks for. */
  allow_over_receipt?: boolean;
}
export interface AdditionGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  item_addition_id?: number;
  /** Additive: the receipts of a purchase order. */
  filter_purchase_order_id?: number;
  sort?: "item_addition_id" | "date_added" | "date_modified";
}
export interface AdditionKey {
  item_addition_id: number;
}
export interface AdditionLine {
  item_id: number;
  /** The item's name unless given. */
  name?: string;
  quantity: number;
  location_id: number;
  /** The cost of one piece. Users who may view cost must give it. Only with the permission to view cost. */
  cost?: number;
}
export interface AdditionPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  additions: Addition[];
}
export interface AdditionPrevious {
  /** The user who added the document. */
  user_id?: number;
  /** The name of that user. */
  user?: string;
  comment?: string;
  date_added?: string;
  date_modified?: string;
  deleted?: boolean;
  item_addition_id?: number;
  /** 0: no receipt. */
  purchase_order_id?: number;
  /** Empty: the base currency. */
  currency?: string;
  currency_value?: number;
  items?: AddedItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface Announcement {
  announcement_id: number;
  /** Its author. */
  user_id: number;
  user: string;
  title: string;
  short_description: string;
  description: string;
  popup: boolean;
  date_added: string;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface AnnouncementAdd {
  short_description?: string;
  description?: string;
  /** Whether it pops up. */
  popup?: boolean;
  title: string;
}
export interface AnnouncementEdit {
  short_description?: string;
  description?: string;
  /** Whether it pops up. */
  popup?: boolean;
  announcement_id: number;
  title?: string;
}
export interface AnnouncementGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  announcement_id?: number;
  /** name: the title. */
  sort?: "name" | "date_added";
}
export interface AnnouncementKey {
  announcement_id: number;
}
export interface AnnouncementPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  announcements: Announcement[];
}
export interface AnnouncementPrevious {
  announcement_id?: number;
  /** Its author. */
  user_id?: number;
  user?: string;
  title?: string;
  short_description?: string;
  description?: string;
  popup?: boolean;
  date_added?: string;
  date_modified?: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface AppliedPromotion {
  promotion_id: number;
  title: string;
  /** The coupon that asks for it; absent: an automatic promotion. */
  coupon?: string;
  /** Positive, in the cart's currency. */
  amount: number;
  allocations: PromotionAllocation[];
}
export interface ArrivedLine {
  item_id: number;
  /** The pieces that arrive now. */
  quantity: number;
}
export interface Audit {
  audit_id: number;
  date_added: string;
  /** 0: the system or an operator. */
  user_id: number;
  /** The name of that user. */
  user: string;
  /** Empty: no request of a client made the change. */
  operation: string;
  /** Like sale/order/42. */
  record: string;
  /** Like added, edited or deleted. */
  change: string;
  /** The former values of the fields that changed; {"left_out": n} stands for one of n characters. */
  previous: Record<string, unknown>;
  /** The client's network address. */
  address: string;
  request_id: string;
}
export interface AuditGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  filter_user_id?: number;
  /** Like sale/order/edit. */
  filter_operation?: string;
  /** A record like sale/order/42, or all of a kind like sale/order. */
  filter_record?: string;
  filter_date_start?: string;
  filter_date_end?: string;
}
export interface AuditPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  audits: Audit[];
}
export interface BatchAnswer {
  /** The answers in the order of the requests. */
  responses: BatchedAnswer[];
}
export interface BatchRequest {
  requests: BatchedRequest[];
  /** Default true: one request runs after the other, and behind one that fails none is run. With false they run side by side, each on its own. */
  in_order?: boolean;
}
export interface BatchedAnswer {
  /** The HTTP status that the request would have by itself. */
  status: number;
  /** The answer of the operation, or its failure. */
  body: Record<string, unknown>;
}
export interface BatchedRequest {
  /** The path of an operation, like `sale/order/add`; a leading slash may stand before it. */
  path: string;
  /** The request of the operation. The signature of the batch stands for its four fields, which may be absent. */
  body: Record<string, unknown>;
}
export interface Brand {
  brand_id: number;
  channel_group_id: number;
  name: string;
  /** Image URL. */
  image: string;
  date_modified: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface BrandAdd {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Image URL. */
  image?: string;
  name: string;
}
export interface BrandEdit {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Image URL. */
  image?: string;
  brand_id: number;
  name?: string;
}
export interface BrandGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  brand_id?: number;
  filter_name?: string;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  /** Up to 100 ids, separated by commas. */
  filter_channel_group_id?: string | number;
  sort?: "name" | "date_modified";
}
export interface BrandKey {
  brand_id: number;
}
export interface BrandPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  brands: Brand[];
}
export interface BrandPrevious {
  brand_id?: number;
  channel_group_id?: number;
  name?: string;
  /** Image URL. */
  image?: string;
  date_modified?: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface CartProduct {
  /** 0: found by model, then by sku. */
  item_id?: number;
  model?: string;
  sku?: string;
  quantity: number;
  price: number;
  /** The amount off each unit. */
  discount?: number;
  /** The amount off the whole line, on top of the discount of each unit. */
  discount_total?: number;
}
export interface Category {
  category_id: number;
  /** The category above; 0: none. */
  parent_id: number;
  channel_group_id: number;
  name: string;
  /** Image URL. */
  image: string;
  date_modified: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface CategoryAdd {
  /** The category above; 0: none. */
  parent_id?: number;
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Image URL. */
  image?: string;
  name: string;
}
export interface CategoryDelete {
  category_id: number;
  /** Additive. true: the same request moves its children to its own parent and takes up to 1000 items out of it. */
  take_out?: boolean;
}
export interface CategoryEdit {
  /** The category above; 0: none. */
  parent_id?: number;
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Image URL. */
  image?: string;
  category_id: number;
  name?: string;
}
export interface CategoryGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  category_id?: number;
  filter_name?: string;
  /** Additive. The children of this category; 0: those without a parent. */
  filter_parent_id?: number;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  /** Up to 100 ids, separated by commas. */
  filter_channel_group_id?: string | number;
  sort?: "name" | "date_modified";
}
export interface CategoryKey {
  category_id: number;
}
export interface CategoryPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  categories: Category[];
}
export interface CategoryPrevious {
  category_id?: number;
  /** The category above; 0: none. */
  parent_id?: number;
  channel_group_id?: number;
  name?: string;
  /** Image URL. */
  image?: string;
  date_modified?: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface Challenge {
  /** In base64url; good for 5 minutes and one use. */
  challenge: string;
  /** The `rp.id` of passkeys. */
  rp_id: string;
  /** The origins of pages that passkeys are taken from. */
  origins: string[];
}
export interface Channel {
  channel_id: number;
  type: "pos" | "shopee" | "lazada" | "tiktok" | "shopify" | "woocommerce";
  name: string;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Shown are, by the type of the channel: pos: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, register, receipt, header, footer; shopee: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, shop_id, partner_id; lazada: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, seller_id, short_code; tiktok: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, shop_id, shop_code; shopify: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, shop_domain, api_version; woocommerce: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, shop_domain, api_version. All other fields are write-only and shown as ********. */
  configuration: Record<string, unknown>;
  date_added: string;
  date_modified: string;
  /** The minute in which an order last came in; empty: never. */
  date_active: string;
  /** 1 enabled, 0 disabled. */
  status: number;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface ChannelAdd {
  /** It has at most 65536 bytes as JSON, with at most 16 levels. location_id: the location that its orders take stock from; all else varies by type. Replaced as a whole; a value that is sent as its mask stays as it is. A mask without a stored value is refused. */
  configuration?: Record<string, unknown>;
  /** 1 enabled, 0 disabled; 1 by default. */
  status?: number;
  type: "pos" | "shopee" | "lazada" | "tiktok" | "shopify" | "woocommerce";
  name: string;
}
export interface ChannelEdit {
  /** It has at most 65536 bytes as JSON, with at most 16 levels. location_id: the location that its orders take stock from; all else varies by type. Replaced as a whole; a value that is sent as its mask stays as it is. A mask without a stored value is refused. */
  configuration?: Record<string, unknown>;
  /** 1 enabled, 0 disabled; 1 by default. */
  status?: number;
  channel_id: number;
  /** Cannot change. */
  type?: "pos" | "shopee" | "lazada" | "tiktok" | "shopify" | "woocommerce";
  name?: string;
}
export interface ChannelGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  channel_id?: number;
  filter_type?: "pos" | "shopee" | "lazada" | "tiktok" | "shopify" | "woocommerce";
  /** 1 enabled, 0 disabled. */
  filter_status?: number;
  filter_date_modified?: string;
  sort?: "name" | "type" | "date_added" | "date_modified";
}
export interface ChannelGroup {
  channel_group_id: number;
  name: string;
  /** Ids of channels. */
  channels: number[];
  date_modified: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface ChannelGroupAdd {
  name: string;
  /** Ids of channels. */
  channels?: number[];
}
export interface ChannelGroupEdit {
  channel_group_id: number;
  name?: string;
  /** Ids of channels; replaces the list. */
  channels?: number[];
}
export interface ChannelGroupGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  channel_group_id?: number;
  filter_name?: string;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  sort?: "name" | "date_modified";
}
export interface ChannelGroupKey {
  channel_group_id: number;
}
export interface ChannelGroupPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  channel_groups: ChannelGroup[];
}
export interface ChannelGroupPrevious {
  channel_group_id?: number;
  name?: string;
  /** Ids of channels. */
  channels?: number[];
  date_modified?: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface ChannelKey {
  channel_id: number;
}
export interface ChannelPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  channels: Channel[];
}
export interface ChannelPayout {
  channel_payout_id: number;
  channel_id: number;
  /** The channel's own key. */
  reference: string;
  order_id: number;
  imported_order_id: string;
  name: string;
  amount: number;
  currency: string;
  date: string;
  user_id: number;
  /** The name of that user. */
  user: string;
  date_added: string;
}
export interface ChannelPayoutAdd {
  channel_id: number;
  payouts: PayoutAdd[];
}
export interface ChannelPayoutAdded {
  added: number;
  /** Payouts that were recorded before. */
  repeated: number;
  results: PayoutOrder[];
}
export interface ChannelPayoutGet {
  channel_id: number;
  date_start: string;
  /** It is at most 15 days after date_start. */
  date_end: string;
  /** Default raw: all that is recorded. */
  type?: "formatted" | "raw";
  /** The `more` of the page before. */
  next?: string;
  /** Additive. Results per page; default 100. */
  limit?: number;
}
export interface ChannelPayoutPage {
  /** The oldest first. */
  results: ListedPayout[];
  /** Gives the next page as `next`; absent on the last one. */
  more?: string;
}
export interface ChannelPayoutPrevious {
  channel_payout_id?: number;
  channel_id?: number;
  /** The channel's own key. */
  reference?: string;
  order_id?: number;
  imported_order_id?: string;
  name?: string;
  amount?: number;
  currency?: string;
  date?: string;
  user_id?: number;
  /** The name of that user. */
  user?: string;
  date_added?: string;
}
export interface ChannelPrevious {
  channel_id?: number;
  type?: "pos" | "shopee" | "lazada" | "tiktok" | "shopify" | "woocommerce";
  name?: string;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Shown are, by the type of the channel: pos: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, register, receipt, header, footer; shopee: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, shop_id, partner_id; lazada: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, seller_id, short_code; tiktok: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, shop_id, shop_code; shopify: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, shop_domain, api_version; woocommerce: id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, location_id, shop, shops, shop_domain, api_version. All other fields are write-only and shown as ********. */
  configuration?: Record<string, unknown>;
  date_added?: string;
  date_modified?: string;
  /** The minute in which an order last came in; empty: never. */
  date_active?: string;
  /** 1 enabled, 0 disabled. */
  status?: number;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface Company {
  name: string;
  address: string;
  telephone: string;
  email: string;
  registration_no: string;
  tax_no: string;
  /** Code of the account's base currency. */
  currency: string;
  /** IANA time zone in which dates without an offset are read. */
  timezone: string;
  /** Code of a language of the account. */
  language: string;
  /** Image URL. */
  logo: string;
  weight_unit: "kg";
  length_unit: "cm";
  /** Quantities given to item/add and item/edit are ignored. */
  inventory_integrity: boolean;
  /** Stock may fall below zero. */
  allow_negative_stock: boolean;
  /** The status of orders that name none; 0: none. */
  default_order_status_id: number;
  /** The location of orders whose channel names none; 0: none. */
  default_location_id: number;
  /** Days for which the audit log is kept. */
  audit_days: number;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface CompanyEdit {
  name?: string;
  address?: string;
  telephone?: string;
  email?: string;
  registration_no?: string;
  tax_no?: string;
  /** Code of the account's base currency. */
  currency?: string;
  /** IANA time zone in which dates without an offset are read. */
  timezone?: string;
  /** Code of a language of the account. */
  language?: string;
  /** Image URL. */
  logo?: string;
  weight_unit?: "kg";
  length_unit?: "cm";
  /** Quantities given to item/add and item/edit are ignored. */
  inventory_integrity?: boolean;
  /** Stock may fall below zero. */
  allow_negative_stock?: boolean;
  /** The status of orders that name none; 0: none. */
  default_order_status_id?: number;
  /** The location of orders whose channel names none; 0: none. */
  default_location_id?: number;
  /** Days for which the audit log is kept. */
  audit_days?: number;
}
export interface CompanyPrevious {
  name?: string;
  address?: string;
  telephone?: string;
  email?: string;
  registration_no?: string;
  tax_no?: string;
  /** Code of the account's base currency. */
  currency?: string;
  /** IANA time zone in which dates without an offset are read. */
  timezone?: string;
  /** Code of a language of the account. */
  language?: string;
  /** Image URL. */
  logo?: string;
  weight_unit?: "kg";
  length_unit?: "cm";
  /** Quantities given to item/add and item/edit are ignored. */
  inventory_integrity?: boolean;
  /** Stock may fall below zero. */
  allow_negative_stock?: boolean;
  /** The status of orders that name none; 0: none. */
  default_order_status_id?: number;
  /** The location of orders whose channel names none; 0: none. */
  default_location_id?: number;
  /** Days for which the audit log is kept. */
  audit_days?: number;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface CompanySettings {
  settings: Company;
}
export interface Component {
  item_id: number;
  /** Pieces in one bundle. */
  quantity: number;
}
export interface CountedLine {
  item_id: number;
  /** The pieces that are there now, those held by documents included. */
  quantity: number;
}
export interface Credential {
  /** It has at most 65536 bytes as JSON, with at most 16 levels. The credential of the browser as `toJSON` writes it, made for a challenge with verification of the user. */
  passkey?: Record<string, unknown>;
  /** A name of the device, for the list of sessions. */
  name?: string;
  /** Digits by which the session is unlocked, once `sign_in/lock` has locked it. */
  pin?: string;
  password?: string;
}
export interface CreditNote {
  /** Order ID of the external channel. */
  imported_order_id: string;
  location_id: number;
  channel_id: number;
  channel: string;
  payment_method: string;
  customer_id: number;
  firstname: string;
  lastname: string;
  email: string;
  /** First and last name merged. */
  name: string;
  company: string;
  telephone: string;
  telephone_2: string;
  currency: string;
  currency_value: number;
  total: number;
  /** Quantity x unit cost of all lines, in the base currency. Only with the permission to view cost. */
  cost?: number;
  comment: string;
  /** Locked from editing. */
  locked: boolean;
  date_added: string;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
  credit_note_id: number;
  /** 0: none. */
  order_id: number;
  credit_note_status: string;
  /** 0: none. */
  credit_note_status_id: number;
  /** Additive: whether its items go back to stock, by its own flag or by its status. */
  restock: boolean;
  /** Additive: amounts beside the lines. */
  totals?: OrderTotal[];
  /** Additive: its total was allowed to exceed what is left of the order's. */
  allow_over_credit?: boolean;
  products: CreditNoteProduct[];
}
export interface CreditNoteAdd {
  /** 0: the order's unless given; without an order, the one of this e-mail or telephone, else a new one. */
  customer_id?: number;
  firstname?: string;
  lastname?: string;
  company?: string;
  email?: string;
  telephone?: string;
  telephone_2?: string;
  /** Code of a currency of the account; the order's unless given, and no other one. */
  currency?: string;
  /** 0: the order's, else the account's rate. */
  currency_value?: number;
  /** Id or exact name of a payment method; the order's unless given. */
  payment_method?: number | string;
  /** Stays until the next one given; while none is, the sum of lines and totals. */
  total?: number;
  /** Additive: amounts beside the lines. Deductions such as a restocking fee have negative prices. */
  totals?: OrderTotal[];
  /** Additive: the totals of the order's credit notes may exceed its total, as with a goodwill payment. */
  allow_over_credit?: boolean;
  comment?: string;
  /** 1: the items go back to stock, whatever the status. */
  restock?: number;
  /** 0: the payment method's, if it has one. */
  credit_note_status_id?: number;
  /** Additive: where the items go back to stock; the order's unless given, else the company's default. Cannot change once there is one. */
  location_id?: number;
  /** Additive: the order that is credited; 0: none. */
  order_id?: number;
  products: CreditNoteProductAdd[];
  /** Additive: when the document was made, for imports; empty: now. For users who may modify everything. Its movements have the time of their booking. */
  date_added?: string;
}
export interface CreditNoteEdit {
  /** 0: the order's unless given; without an order, the one of this e-mail or telephone, else a new one. */
  customer_id?: number;
  firstname?: string;
  lastname?: string;
  company?: string;
  email?: string;
  telephone?: string;
  telephone_2?: string;
  /** Code of a currency of the account; the order's unless given, and no other one. */
  currency?: string;
  /** 0: the order's, else the account's rate. */
  currency_value?: number;
  /** Id or exact name of a payment method; the order's unless given. */
  payment_method?: number | string;
  /** Stays until the next one given; while none is, the sum of lines and totals. */
  total?: number;
  /** Additive: amounts beside the lines. Deductions such as a restocking fee have negative prices. */
  totals?: OrderTotal[];
  /** Additive: the totals of the order's credit notes may exceed its total, as with a goodwill payment. */
  allow_over_credit?: boolean;
  comment?: string;
  /** 1: the items go back to stock, whatever the status. */
  restock?: number;
  /** 0: the payment method's, if it has one. */
  credit_note_status_id?: number;
  /** Additive: where the items go back to stock; the order's unless given, else the company's default. Cannot change once there is one. */
  location_id?: number;
  credit_note_id: number;
  /** Cannot change. */
  order_id?: number;
  /** Replace the lines. */
  products?: CreditNoteProductEdit[];
  /** Additive: locks the credit note for editing by hand, or frees it. */
  locked?: boolean;
}
export interface CreditNoteGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  credit_note_id?: number;
  filter_order_id?: number;
  filter_customer_id?: number;
  filter_channel_id?: number;
  /** Part of the merged name. */
  filter_name?: string;
  /** Part of the e-mail. */
  filter_email?: string;
  /** Part of the first or the second telephone. */
  filter_telephone?: string;
  /** Up to 100 ids, separated by commas. Credit note status ids. */
  filter_credit_note_status?: string | number;
  /** The whole name of the payment method. */
  filter_payment_method?: string;
  /** Finds credit notes from this point in time on. */
  filter_date_start?: string;
  /** Up to this point in time. */
  filter_date_end?: string;
  /** The date that filter_date_start and filter_date_end filter; default date_added. */
  filter_date_type?: "date_added" | "date_modified";
  /** Deleted credit notes too. */
  filter_deleted?: boolean;
  sort?: "credit_note_id" | "date_added" | "date_modified";
}
export interface CreditNoteHistory {
  /** Additive. */
  credit_note_history_id: number;
  credit_note_status: string;
  credit_note_status_id: number;
  /** 0: the system. */
  user_id: number;
  user: string;
  comment: string;
  date_added: string;
}
export interface CreditNoteHistoryAdd {
  credit_note_id?: number;
  /** Additive. The ids of several credit notes, each changed or refused by itself; takes priority over credit_note_id. */
  batch_id?: number[];
  /** The new status; 0: the credit note keeps its own. */
  credit_note_status_id?: number;
  comment?: string;
}
export interface CreditNoteHistoryAdded {
  /** The outcomes of batch_id, in its order. */
  results?: CreditNoteHistoryOutcome[];
}
export interface CreditNoteHistoryGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  credit_note_id: number;
  /** Reads the history of a deleted credit note too. */
  filter_deleted?: boolean;
}
export interface CreditNoteHistoryOutcome {
  success: boolean;
  error?: string[];
  error_details?: Fault[];
  credit_note_id: number;
}
export interface CreditNoteHistoryPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  credit_note_id: number;
  /** The status now. */
  credit_note_status_id: number;
  histories: CreditNoteHistory[];
}
export interface CreditNoteKey {
  credit_note_id: number;
}
export interface CreditNotePage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  credit_notes: ListedCreditNote[];
}
export interface CreditNotePrevious {
  /** Order ID of the external channel. */
  imported_order_id?: string;
  location_id?: number;
  channel_id?: number;
  channel?: string;
  payment_method?: string;
  customer_id?: number;
  firstname?: string;
  lastname?: string;
  email?: string;
  /** First and last name merged. */
  name?: string;
  company?: string;
  telephone?: string;
  telephone_2?: string;
  currency?: string;
  currency_value?: number;
  total?: number;
  /** Quantity x unit cost of all lines, in the base currency. Only with the permission to view cost. */
  cost?: number;
  comment?: string;
  /** Locked from editing. */
  locked?: boolean;
  date_added?: string;
  date_modified?: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
  credit_note_id?: number;
  /** 0: none. */
  order_id?: number;
  credit_note_status?: string;
  /** 0: none. */
  credit_note_status_id?: number;
  /** Additive: whether its items go back to stock, by its own flag or by its status. */
  restock?: boolean;
  /** Additive: amounts beside the lines. */
  totals?: OrderTotal[];
  /** Additive: its total was allowed to exceed what is left of the order's. */
  allow_over_credit?: boolean;
  products?: CreditNoteProduct[];
}
export interface CreditNoteProduct {
  credit_note_product_id: number;
  /** Additive: the line of the order that is credited; 0: none. */
  order_product_id: number;
  /** 0: free text, no item of the inventory. */
  item_id: number;
  /** Image URL or path. */
  thumb: string;
  name: string;
  model: string;
  sku: string;
  quantity: number;
  price: number;
  /** quantity x price. */
  total: number;
  /** Unit cost in the base currency: at which it came back, or before that of the order line or as given. Only with the permission to view cost. */
  cost?: number;
  /** Whether the whole line has gone back to stock. */
  restocked: boolean;
  /** Additive: when it went back; empty: not yet. */
  date_restocked: string;
}
export interface CreditNoteProductAdd {
  /** The line of the order that is credited; its quantity less what is credited is the most. */
  order_product_id?: number;
  /** 0: found by model, then by sku, among the order's lines if there is an order; with neither, free text. The order line's with order_product_id. */
  item_id?: number;
  name?: string;
  model?: string;
  sku?: string;
  quantity: number;
  /** The price of one piece. Unless it is given, it is what was paid for a piece of the order line, and the last piece takes the rest of the rounding in a line of its own. */
  price?: number;
  /** Unit cost in the base currency of a line that names no order line. Only with the permission to view cost. */
  cost?: number;
}
export interface CreditNoteProductEdit {
  /** The line of the order that is credited; its quantity less what is credited is the most. */
  order_product_id?: number;
  /** 0: found by model, then by sku, among the order's lines if there is an order; with neither, free text. The order line's with order_product_id. */
  item_id?: number;
  name?: string;
  model?: string;
  sku?: string;
  quantity: number;
  /** The price of one piece. Unless it is given, it is what was paid for a piece of the order line, and the last piece takes the rest of the rounding in a line of its own. */
  price?: number;
  /** Unit cost in the base currency of a line that names no order line. Only with the permission to view cost. */
  cost?: number;
  /** The line of the credit note that this one replaces. */
  credit_note_product_id?: number;
}
export interface CreditNoteStatus {
  credit_note_status_id: number;
  channel_group_id: number;
  name: string;
  /** Credit notes of this status give their items back to stock. */
  restock: boolean;
  date_modified: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface CreditNoteStatusAdd {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Credit notes of this status give their items back to stock. */
  restock?: boolean;
  name: string;
}
export interface CreditNoteStatusEdit {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Credit notes of this status give their items back to stock. */
  restock?: boolean;
  credit_note_status_id: number;
  name?: string;
}
export interface CreditNoteStatusGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  credit_note_status_id?: number;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  /** Up to 100 ids, separated by commas. */
  filter_channel_group_id?: string | number;
  sort?: "name" | "date_modified";
}
export interface CreditNoteStatusKey {
  credit_note_status_id: number;
}
export interface CreditNoteStatusPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  credit_note_statuses: CreditNoteStatus[];
}
export interface CreditNoteStatusPrevious {
  credit_note_status_id?: number;
  channel_group_id?: number;
  name?: string;
  /** Credit notes of this status give their items back to stock. */
  restock?: boolean;
  date_modified?: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface CreditNoteWritten {
  credit_note_id: number;
  /** Additive. Lines that give back more for a piece than the customer paid for it. */
  warnings?: string[];
}
export interface Currency {
  currency_id: number;
  /** Three capital letters of ISO 4217. */
  code: string;
  symbol_left: string;
  symbol_right: string;
  decimal_place: number;
  /** Units of this currency for one of the base currency, whose own value is 1. */
  value: number;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface CurrencyAdd {
  symbol_left?: string;
  symbol_right?: string;
  /** Default 2. */
  decimal_place?: number;
  /** Three capital letters of ISO 4217. */
  code: string;
  /** Units of this currency for one of the base currency, whose own value is 1. */
  value: number;
}
export interface CurrencyEdit {
  symbol_left?: string;
  symbol_right?: string;
  /** Default 2. */
  decimal_place?: number;
  currency_id: number;
  /** Three capital letters of ISO 4217. */
  code?: string;
  /** Units of this currency for one of the base currency, whose own value is 1. */
  value?: number;
}
export interface CurrencyGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  currency_id?: number;
  sort?: "code" | "date_modified";
}
export interface CurrencyKey {
  currency_id: number;
}
export interface CurrencyPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  currencies: Currency[];
}
export interface CurrencyPrevious {
  currency_id?: number;
  /** Three capital letters of ISO 4217. */
  code?: string;
  symbol_left?: string;
  symbol_right?: string;
  decimal_place?: number;
  /** Units of this currency for one of the base currency, whose own value is 1. */
  value?: number;
  date_modified?: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface Customer {
  customer_id: number;
  firstname: string;
  lastname: string;
  /** First and last name merged. */
  name: string;
  company: string;
  /** Name of the customer group; empty: none. */
  customer_group: string;
  customer_group_id: number;
  email: string;
  telephone: string;
  card_number: string;
  /** Reward points available. */
  reward: number;
  date_added: string;
  date_modified: string;
  /** The date of the latest order; left out when there is none. */
  date_ordered?: string;
  /** Total of the orders placed this year whose status deducts, in the base currency. */
  annual_spend: number;
  /** The annual_spend of last year. */
  annual_spend_2: number;
  /** The customer that a deleted one was merged into. */
  merged_into?: number;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface CustomerAdd {
  lastname?: string;
  company?: string;
  /** 0: none. */
  customer_group_id?: number;
  email?: string;
  telephone?: string;
  card_number?: string;
  firstname: string;
}
export interface CustomerEdit {
  lastname?: string;
  company?: string;
  /** 0: none. */
  customer_group_id?: number;
  email?: string;
  telephone?: string;
  card_number?: string;
  customer_id: number;
  firstname?: string;
}
export interface CustomerGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  customer_id?: number;
  /** Part of the name, the e-mail, the telephone or the card number. */
  search?: string;
  /** Part of the merged name. */
  filter_name?: string;
  filter_customer_group_id?: number;
  /** Part of the e-mail. */
  filter_email?: string;
  /** Part of the telephone. */
  filter_telephone?: string;
  /** The whole card number. */
  filter_card_number?: string;
  filter_date_modified?: string;
  /** Deleted customers too; customer_id then names no other customer than its own. */
  filter_deleted?: boolean;
  sort?: "name" | "customer_group_id" | "email" | "telephone" | "reward" | "date_added" | "date_modified" | "date_ordered" | "annual_spend" | "annual_spend_2";
}
export interface CustomerGroup {
  customer_group_id: number;
  name: string;
  date_modified: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface CustomerGroupAdd {
  name: string;
}
export interface CustomerGroupEdit {
  customer_group_id: number;
  name?: string;
}
export interface CustomerGroupGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  customer_group_id?: number;
  filter_name?: string;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  sort?: "name" | "date_modified";
}
export interface CustomerGroupKey {
  customer_group_id: number;
}
export interface CustomerGroupPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  customer_groups: CustomerGroup[];
}
export interface CustomerGroupPrevious {
  customer_group_id?: number;
  name?: string;
  date_modified?: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface CustomerKey {
  customer_id: number;
}
export interface CustomerMerge {
  /** The customer that stays. */
  customer_id: number;
  /** The customer that goes: from then on its id stands for the one that stays. */
  merge_customer_id: number;
}
export interface CustomerPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  customers: Customer[];
}
export interface CustomerPrevious {
  customer_id?: number;
  firstname?: string;
  lastname?: string;
  /** First and last name merged. */
  name?: string;
  company?: string;
  /** Name of the customer group; empty: none. */
  customer_group?: string;
  customer_group_id?: number;
  email?: string;
  telephone?: string;
  card_number?: string;
  /** Reward points available. */
  reward?: number;
  date_added?: string;
  date_modified?: string;
  /** The date of the latest order; left out when there is none. */
  date_ordered?: string;
  /** Total of the orders placed this year whose status deducts, in the base currency. */
  annual_spend?: number;
  /** The annual_spend of last year. */
  annual_spend_2?: number;
  /** The customer that a deleted one was merged into. */
  merged_into?: number;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface DeductedItem {
  item_id: number;
  /** The name that the item had when the line was added. */
  name: string;
  quantity: number;
  location_id: number;
  /** The cost of one piece, in the base currency. Only with the permission to view cost. */
  cost?: number;
}
export interface Deduction {
  /** The user who added the document. */
  user_id: number;
  /** The name of that user. */
  user: string;
  comment: string;
  date_added: string;
  date_modified: string;
  deleted?: boolean;
  item_deduction_id: number;
  items: DeductedItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface DeductionAdd {
  comment: string;
  deduction: DeductionLine[];
  /** Additive: when the document was made, for imports; empty: now. For users who may modify everything. Its movements have the time of their booking. */
  date_added?: string;
}
export interface DeductionEdit {
  item_deduction_id: number;
  comment?: string;
  /** Replace the lines; only the difference is moved. */
  deduction?: DeductionLine[];
}
export interface DeductionGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  item_deduction_id?: number;
  sort?: "item_deduction_id" | "date_added" | "date_modified";
}
export interface DeductionKey {
  item_deduction_id: number;
}
export interface DeductionLine {
  item_id: number;
  /** Empty: the item's name. */
  name: string;
  quantity: number;
  location_id: number;
  /** The cost of one piece, in the base currency, instead of the average. Users who may view cost must give it. Only with the permission to view cost. */
  cost?: number;
}
export interface DeductionPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  deductions: Deduction[];
}
export interface DeductionPrevious {
  /** The user who added the document. */
  user_id?: number;
  /** The name of that user. */
  user?: string;
  comment?: string;
  date_added?: string;
  date_modified?: string;
  deleted?: boolean;
  item_deduction_id?: number;
  items?: DeductedItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface DeliveryAttempt {
  number: number;
  trigger: "scheduled" | "manual" | "recover" | "test";
  date_start: string;
  /** 0 with an open connection, as connect_ms and tls_ms. */
  dns_ms: number;
  connect_ms: number;
  tls_ms: number;
  /** The time from the start to the first byte of the answer. */
  first_byte_ms: number;
  total_ms: number;
  /** Its origin, the first word of its path and the names of its query; all else is masked. */
  url: string;
  /** The address connected to. */
  address: string;
  /** Like TLSv1.3; empty without TLS. */
  tls: string;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. The headers include the signature; values of the endpoint itself are masked. */
  request_headers: Record<string, unknown>;
  body_bytes: number;
  /** 0: there was no answer. */
  status: number;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. The first headers of the answer, at most 20. */
  response_headers: Record<string, unknown>;
  /** The first 4 KiB; empty without the rights of the endpoint. */
  response_body: string;
  /** Whether the answer was longer. */
  truncated: boolean;
  /** The kind of failure; absent if the attempt succeeded. */
  failure?: "dns_failed" | "address_refused" | "connect_refused" | "tls_invalid" | "timeout" | "connection_lost" | "bad_response" | "redirect" | "status_4xx" | "status_5xx" | "gone";
  message?: string;
  /** The remedy that the owner of the endpoint has. */
  remedy?: string;
  /** True of a failure if a later attempt of the delivery has succeeded. */
  later_succeeded?: boolean;
}
export interface DeliveryCount {
  state: "pending" | "held" | "retrying" | "postponed" | "delivered" | "exhausted" | "cancelled";
  count: number;
}
export interface DeliveryGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  delivery_id?: number;
  filter_webhook_id?: number;
  filter_state?: "pending" | "held" | "retrying" | "postponed" | "delivered" | "exhausted" | "cancelled";
  filter_event?: string;
  /** Like sale/order/42. */
  filter_record?: string;
  /** Events from this point in time on. */
  filter_date_added_start?: string;
  /** Events up to this point in time. */
  filter_date_added_end?: string;
}
export interface DeliveryPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  deliveries: WebhookDelivery[];
}
export interface Enrolment {
  session_id: number;
  /** The path of the link. The only time that it is shown: a replay and a dry run leave it out. */
  link?: string;
  expires: string;
}
export interface EnrolmentAdd {
  user_id: number;
}
export interface EventGet {
  /** Reads the events of this subscription alone, as it shows them; needs all rights that it has. */
  webhook_id?: number;
  /** The cursor of the page before, or an event_id, behind which to go on; empty: from the oldest that is kept. */
  after?: string;
  /** While there is no event, the answer waits for one for so many seconds; 0 by default, in a batch and with DESC. */
  wait?: number;
  /** Default 20. */
  limit?: number;
  /** An event or a section. */
  filter_event?: string;
  /** Default ASC, the oldest first. */
  order?: "ASC" | "DESC";
}
export interface EventPage {
  /** Events stand in the order of their commits, or the newest first. */
  events: WebhookEvent[];
  /** Behind all that this page has looked at: what `after` takes next, also of an empty page. */
  cursor: string;
  /** The page ended early, as at 4 MiB: more events may follow behind its cursor, or with DESC be older. */
  truncated?: boolean;
}
export interface Extension {
  extension_id: number;
  type: string;
  code: string;
  name: string;
  version: string;
  status: boolean;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Shown are id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, terminal. All other fields are write-only and shown as ********. */
  configuration: Record<string, unknown>;
  date_added: string;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface ExtensionAdd {
  code?: string;
  version?: string;
  /** Whether it is enabled; default true. */
  status?: boolean;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Free content. Replaced as a whole; a value that is sent as its mask stays as it is. */
  configuration?: Record<string, unknown>;
  name: string;
  type: string;
}
export interface ExtensionEdit {
  code?: string;
  version?: string;
  /** Whether it is enabled; default true. */
  status?: boolean;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Free content. Replaced as a whole; a value that is sent as its mask stays as it is. */
  configuration?: Record<string, unknown>;
  extension_id: number;
  name?: string;
  type?: string;
}
export interface ExtensionGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  extension_id?: number;
  filter_type?: string;
  filter_status?: boolean;
  sort?: "name" | "type";
}
export interface ExtensionKey {
  extension_id: number;
}
export interface ExtensionPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  extensions: Extension[];
}
export interface ExtensionPrevious {
  extension_id?: number;
  type?: string;
  code?: string;
  name?: string;
  version?: string;
  status?: boolean;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Shown are id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, terminal. All other fields are write-only and shown as ********. */
  configuration?: Record<string, unknown>;
  date_added?: string;
  date_modified?: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface Failure {
  error: string[];
  error_details: Fault[];
  /** The X-Request-Id of the answer. */
  request_id: string;
}
export interface Fault {
  code: "malformed" | "invalid" | "unknown_field" | "unknown_reference" | "unauthenticated" | "forbidden" | "storage_full" | "unknown_record" | "unknown_operation" | "method_not_allowed" | "too_slow" | "locked" | "insufficient_stock" | "insufficient_reward" | "over_credited" | "over_credit" | "stale" | "duplicate" | "in_use" | "limit_reached" | "too_large" | "not_json" | "key_reused" | "not_run" | "rate_limited" | "internal" | "unavailable" | "timeout";
  /** The path of the request field, like `products[2].quantity`. */
  field?: string;
  message: string;
  /** Additive, of `stale`: the id of the record, if it has one. */
  id?: number;
  /** Additive, of `stale`: the revision that the record has. */
  revision?: number;
  /** Additive, of `stale`: the fields of the request in which the record has other values. */
  fields?: string[];
}
export interface FlowChecked {
  /** Movements. */
  flows: number;
  /** Balances of an item at a location. */
  levels: number;
  /** Items whose stock was ever moved. */
  items: number;
  /** Lines of documents that move stock, and items of purchase orders. */
  document_lines: number;
}
export interface FlowFault {
  item_id: number;
  /** 0: all locations, or in transit between them. */
  location_id: number;
  what: string;
  /** Decimal. Only with the permission to view cost. */
  expected?: string;
  /** Decimal. Only with the permission to view cost. */
  found?: string;
}
export interface FlowGetBalance {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** The instant; movements before it count. A day without a time is its beginning. */
  date: string;
  /** Up to 100 ids, separated by commas. These items alone. */
  filter_item_id?: string | number;
  filter_location_id?: number;
  /** Up to 100 ids, separated by commas. Items that are in any of these categories now. */
  filter_category?: string | number;
  /** Items that are of this brand now. */
  filter_brand_id?: number;
}
export interface FlowVerified {
  ok: boolean;
  /** The first 100. */
  faults: FlowFault[];
  checked: FlowChecked;
}
export interface FlowVerify {
  /** Verifies this item alone; the whole account unless given. */
  item_id?: number;
}
export interface GroupPermission {
  /** May be read. Resources like "sale/order", all of a group like "sale/*", or all by "*". */
  access: string[];
  /** May be changed. Resources like "sale/order", all of a group like "sale/*", or all by "*". */
  modify: string[];
  /** Whether cost fields are shown and taken; default false. */
  view_cost?: boolean;
  /** The channel groups that the users are limited to; absent: none. */
  channel_groups?: number[];
}
export interface InvoiceRender {
  order_id?: number;
  /** Takes priority over order_id. */
  credit_note_id?: number;
  /** 0: the first that is enabled. */
  invoice_template_id?: number;
  /** Letters, digits, - and _. Absent: the document's own, or none for a new invoice and CN for a new credit note. */
  series?: string;
  /** Default html. */
  format?: "html" | "pdf";
}
export interface InvoiceRendered {
  /** Numbers begin at 1 and have no gaps in their series. */
  invoice_no: number;
  series: string;
  format: "html" | "pdf";
  content_type: string;
  file_name: string;
  /** HTML, or the PDF in base64. */
  content: string;
}
export interface InvoiceTemplate {
  invoice_template_id: number;
  name: string;
  /** HTML with Mustache tags, such as {{document.name}} and {{#lines}}{{name}}{{/lines}}. */
  template: string;
  status: boolean;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Shown are id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, series, paper, header, footer. All other fields are write-only and shown as ********. */
  configuration: Record<string, unknown>;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface InvoiceTemplateAdd {
  /** HTML with Mustache tags, such as {{document.name}} and {{#lines}}{{name}}{{/lines}}. */
  template?: string;
  /** Whether it is enabled; default true. */
  status?: boolean;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Free content. Replaced as a whole; a value that is sent as its mask stays as it is. */
  configuration?: Record<string, unknown>;
  name: string;
}
export interface InvoiceTemplateEdit {
  /** HTML with Mustache tags, such as {{document.name}} and {{#lines}}{{name}}{{/lines}}. */
  template?: string;
  /** Whether it is enabled; default true. */
  status?: boolean;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Free content. Replaced as a whole; a value that is sent as its mask stays as it is. */
  configuration?: Record<string, unknown>;
  invoice_template_id: number;
  name?: string;
}
export interface InvoiceTemplateGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  invoice_template_id?: number;
  filter_name?: string;
  filter_status?: boolean;
  filter_date_modified?: string;
  sort?: "name" | "status" | "date_modified";
}
export interface InvoiceTemplateKey {
  invoice_template_id: number;
}
export interface InvoiceTemplatePage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  templates: InvoiceTemplate[];
}
export interface InvoiceTemplatePrevious {
  invoice_template_id?: number;
  name?: string;
  /** HTML with Mustache tags, such as {{document.name}} and {{#lines}}{{name}}{{/lines}}. */
  template?: string;
  status?: boolean;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Shown are id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, series, paper, header, footer. All other fields are write-only and shown as ********. */
  configuration?: Record<string, unknown>;
  date_modified?: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface Item {
  item_id: number;
  parent_id: number;
  channel_group_id: number;
  brand_id: number;
  name: string;
  description: string;
  plain_description: string;
  /** Image URL or path. */
  image: string;
  /** Additive. A smaller rendition of an image that addImage has stored; of any other image the same text. */
  thumb: string;
  images: ItemImage[];
  model: string;
  sku: string;
  gtin: string;
  barcode: string;
  /** The quantity on hand less the reserved one, at all locations; a bundle has as many as its components make. */
  quantity: number;
  price: number;
  /** Only with the permission to view cost. */
  cost?: number;
  /** kg */
  weight: number;
  /** cm */
  length: number;
  /** cm */
  width: number;
  /** cm */
  height: number;
  total_added: number;
  total_deducted: number;
  /** Moving average unit cost. Only with the permission to view cost. */
  average_cost?: number;
  /** Value of the stock on hand and in transit. Only with the permission to view cost. */
  pool_cost?: number;
  date_added: string;
  date_modified: string;
  locations: ItemLocation[];
  customer_groups: ItemCustomerGroup[];
  categories: ItemCategory[];
  translations: ItemTranslation[];
  /** true for a bundle item. */
  bundle: boolean;
  item_bundles: ItemBundle[];
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface ItemAdd {
  parent_id?: number;
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  brand_id?: number;
  /** HTML; formatting stays, whatever could run is taken out. */
  description?: string;
  /** Plain text. Unless given, and again once it is given empty, it follows the description. */
  plain_description?: string;
  /** Image URL or path. */
  image?: string;
  images?: ItemImageGiven[];
  /** Unique in the account when not empty. */
  model?: string;
  sku?: string;
  gtin?: string;
  barcode?: string;
  price?: number;
  /** Only with the permission to view cost. */
  cost?: number;
  /** kg */
  weight?: number;
  /** cm */
  length?: number;
  /** cm */
  width?: number;
  /** cm */
  height?: number;
  /** Kept by the stock ledger; a value given here is ignored. */
  total_added?: number;
  /** Kept by the stock ledger; a value given here is ignored. */
  total_deducted?: number;
  /** Kept by the stock ledger; a value given here is ignored. Only with the permission to view cost. */
  average_cost?: number;
  /** Kept by the stock ledger; a value given here is ignored. Only with the permission to view cost. */
  pool_cost?: number;
  /** Changes the locations named; others stay as they are. */
  locations?: ItemLocationGiven[];
  customer_groups?: ItemPriceGiven[];
  /** Ids of categories. */
  categories?: number[];
  translations?: ItemTranslationGiven[];
  /** 1: a bundle, which item_bundles makes too; 0: none, which takes its components away. */
  bundle?: boolean;
  /** All components of a bundle. A bundle has no stock of its own; its quantities and its average cost follow from them. */
  item_bundles?: ItemBundleGiven[];
  name: string;
}
export interface ItemBalance {
  item_id: number;
  model: string;
  sku: string;
  name: string;
  /** 0: in transit between locations. */
  location_id: number;
  /** The location's name. */
  location: string;
  /** The quantity on hand at that instant. */
  quantity: number;
  /** The average over all locations at that instant. Only with the permission to view cost. */
  average_cost?: number;
  /** Quantity times average cost. Only with the permission to view cost. */
  value?: number;
}
export interface ItemBalancePage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  balances: ItemBalance[];
}
export interface ItemBundle {
  bundle_item_id: number;
  name: string;
  /** Pieces in one bundle. */
  quantity: number;
}
export interface ItemBundleGiven {
  /** The component: an item that is no bundle itself. */
  bundle_item_id: number;
  /** Pieces of it in one bundle. */
  quantity: number;
}
export interface ItemCategory {
  category_id: number;
  name: string;
}
export interface ItemCustomerGroup {
  customer_group_id: number;
  name: string;
  price: number;
}
export interface ItemDelete {
  item_id?: number;
  model?: string;
  sku?: string;
  barcode?: string;
  /** The ids of all items to delete; takes priority over the other fields. */
  batch_id?: number[];
}
export interface ItemDeleted {
  item_id?: number;
  /** The items of batch_id. */
  item_ids?: number[];
}
export interface ItemEdit {
  parent_id?: number;
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  brand_id?: number;
  /** HTML; formatting stays, whatever could run is taken out. */
  description?: string;
  /** Plain text. Unless given, and again once it is given empty, it follows the description. */
  plain_description?: string;
  /** Image URL or path. */
  image?: string;
  images?: ItemImageGiven[];
  /** Unique in the account when not empty. */
  model?: string;
  sku?: string;
  gtin?: string;
  barcode?: string;
  price?: number;
  /** Only with the permission to view cost. */
  cost?: number;
  /** kg */
  weight?: number;
  /** cm */
  length?: number;
  /** cm */
  width?: number;
  /** cm */
  height?: number;
  /** Kept by the stock ledger; a value given here is ignored. */
  total_added?: number;
  /** Kept by the stock ledger; a value given here is ignored. */
  total_deducted?: number;
  /** Kept by the stock ledger; a value given here is ignored. Only with the permission to view cost. */
  average_cost?: number;
  /** Kept by the stock ledger; a value given here is ignored. Only with the permission to view cost. */
  pool_cost?: number;
  /** Changes the locations named; others stay as they are. */
  locations?: ItemLocationGiven[];
  customer_groups?: ItemPriceGiven[];
  /** Ids of categories. */
  categories?: number[];
  translations?: ItemTranslationGiven[];
  /** 1: a bundle, which item_bundles makes too; 0: none, which takes its components away. */
  bundle?: boolean;
  /** All components of a bundle. A bundle has no stock of its own; its quantities and its average cost follow from them. */
  item_bundles?: ItemBundleGiven[];
  /** Names the item; without it the model, sku or barcode does. */
  item_id?: number;
  name?: string;
}
export interface ItemEditStock {
  items: ItemStockLine[];
  /** Currency of the costs; the base currency unless given. */
  currency?: string;
  /** 0: the account's rate. */
  currency_value?: number;
}
export interface ItemFlow {
  item_flow_id: number;
  item_id: number;
  name: string;
  model: string;
  sku: string;
  /** The cost as it is now. Only with the permission to view cost. */
  cost?: number;
  /** The cost as it is now. Only with the permission to view cost. */
  average_cost?: number;
  /** The cost as it is now. Only with the permission to view cost. */
  pool_cost?: number;
  user_id: number;
  /** The name of the user who moved the stock. */
  user: string;
  /** 0: in transit between locations. */
  location_id: number;
  /** The location's name. */
  location: string;
  /** Pieces that came (positive) or left (negative). */
  quantity: number;
  /** The quantity on hand at the location afterwards. */
  balance: number;
  comment: string;
  date_added: string;
  /** Additive: the kind of document that moved the stock, as addition or order; item_stock: by editStock. */
  document: string;
  /** Additive: the id of that document; 0: it has none. */
  document_id: number;
}
export interface ItemFlowGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  filter_item_id?: number;
  filter_location_id?: number;
  filter_date_added_start?: string;
  filter_date_added_end?: string;
  /** Additive. Movements by documents of this kind. */
  document?: "order" | "credit_note" | "addition" | "deduction" | "item" | "item_stock" | "location" | "stock_take_job" | "transfer" | "transfer_job";
  /** Additive. Lists the movements of this document; only with `document`. */
  document_id?: number;
  /** Additive. Movements by this user; 0: by none. */
  filter_user_id?: number;
  /** Additive. in: pieces that came; out: pieces that left. */
  filter_kind?: "in" | "out";
  sort?: "item_flow_id" | "date_added";
}
export interface ItemFlowPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  flows: ItemFlow[];
}
export interface ItemGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  item_id?: number;
  model?: string;
  sku?: string;
  barcode?: string;
  /** Additive. Parts of words of the name, its translations, the model, the sku, the barcode and the gtin. */
  search?: string;
  filter_name?: string;
  filter_brand_id?: number;
  /** Up to 100 ids, separated by commas. Items in any of these categories. */
  filter_category?: string | number;
  /** Additive. true: filter_category finds the items in categories below too. */
  filter_category_descendants?: boolean;
  /** true: bundles alone; false: items that are none. */
  filter_bundle?: boolean;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  /** Up to 100 ids, separated by commas. */
  filter_channel_group_id?: string | number;
  /** Additive. Items with this stock_state at one of their locations; no bundles. */
  filter_stock_state?: "ok" | "warning" | "danger" | "out";
  /** Additive. Items whose stock moved after it, and bundles of them; a movement does not change date_modified. */
  filter_stock_modified?: string;
  sort?: "name" | "model" | "sku" | "barcode" | "quantity" | "price" | "cost" | "average_cost" | "pool_cost" | "date_added" | "date_modified";
}
export interface ItemImage {
  image: string;
  /** Additive. A smaller rendition of an image that addImage has stored; of any other image the same text. */
  thumb: string;
  set_id: number;
  sort_order: number;
}
export interface ItemImageAdd {
  item_id: number;
  /** A PNG, JPEG or WebP image of at most 16,000,000 pixels. What is stored has at most 2,048 pixels a side and no metadata. */
  content: string;
  set_id?: number;
  sort_order?: number;
}
export interface ItemImageAdded {
  item_id: number;
  /** Path below the base URL. The images of the item hold it, and its image too if it had none. Empty in a dry run. */
  image: string;
  /** Path of the rendition of at most 320 pixels a side. */
  thumb: string;
}
export interface ItemImageGiven {
  image: string;
  set_id?: number;
  sort_order?: number;
  /** Additive. Ignored, so that images can be sent as they were read. */
  thumb?: string;
}
export interface ItemLocation {
  location_id: number;
  /** The quantity on hand less the reserved one. */
  quantity: number;
  /** Additive. The pieces that are there. */
  on_hand: number;
  /** Additive. The pieces on hand that documents hold. */
  reserved: number;
  /** Additive. Pieces in transit to here, which no quantity counts yet; 0 for a bundle. */
  incoming: number;
  price: number;
  name: string;
  stock_warning: number;
  stock_danger: number;
  /** Additive. A level at or below a threshold stays so until it is a tenth above it; out: none is left. */
  stock_state: "ok" | "warning" | "danger" | "out";
  /** Bin or shelf. */
  location: string;
}
export interface ItemLocationGiven {
  location_id: number;
  /** The new quantity; ignored with inventory_integrity on. */
  quantity?: number;
  price?: number;
  /** The location's unless given. */
  stock_warning?: number;
  /** The location's unless given. */
  stock_danger?: number;
  /** Bin or shelf. */
  location?: string;
}
export interface ItemPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  items: Item[];
}
export interface ItemPrevious {
  item_id?: number;
  parent_id?: number;
  channel_group_id?: number;
  brand_id?: number;
  name?: string;
  description?: string;
  plain_description?: string;
  /** Image URL or path. */
  image?: string;
  /** Additive. A smaller rendition of an image that addImage has stored; of any other image the same text. */
  thumb?: string;
  images?: ItemImage[];
  model?: string;
  sku?: string;
  gtin?: string;
  barcode?: string;
  /** The quantity on hand less the reserved one, at all locations; a bundle has as many as its components make. */
  quantity?: number;
  price?: number;
  /** Only with the permission to view cost. */
  cost?: number;
  /** kg */
  weight?: number;
  /** cm */
  length?: number;
  /** cm */
  width?: number;
  /** cm */
  height?: number;
  total_added?: number;
  total_deducted?: number;
  /** Moving average unit cost. Only with the permission to view cost. */
  average_cost?: number;
  /** Value of the stock on hand and in transit. Only with the permission to view cost. */
  pool_cost?: number;
  date_added?: string;
  date_modified?: string;
  locations?: ItemLocation[];
  customer_groups?: ItemCustomerGroup[];
  categories?: ItemCategory[];
  translations?: ItemTranslation[];
  /** true for a bundle item. */
  bundle?: boolean;
  item_bundles?: ItemBundle[];
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface ItemPriceGiven {
  customer_group_id: number;
  price: number;
}
export interface ItemStockEdited {
  /** How many lines changed a quantity. */
  changed: number;
  results: ItemStockResult[];
}
export interface ItemStockLine {
  item_id?: number;
  model?: string;
  sku?: string;
  barcode?: string;
  location_id: number;
  /** The new quantity. */
  quantity: number;
  /** Unit cost of the pieces added; the average unless given, or the item's own cost while it has no stock. Only with the permission to view cost. */
  cost?: number;
  /** The quantity last seen: refused when it is another by now. */
  compare_quantity?: number;
}
export interface ItemStockResult {
  /** Place of the line in the request, from 0. */
  index: number;
  item_id: number;
  /** The quantity now. */
  quantity: number;
  changed: boolean;
}
export interface ItemToCount {
  item_id: number;
}
export interface ItemTranslation {
  language_id: number;
  name: string;
  description: string;
  plain_description: string;
}
export interface ItemTranslationGiven {
  language_id: number;
  name?: string;
  /** HTML; formatting stays, whatever could run is taken out. */
  description?: string;
  /** Plain text. Unless given, and again once it is given empty, it follows the description. */
  plain_description?: string;
}
export interface ItemWritten {
  item_id: number;
  /** Additive. Other items that have the same gtin or barcode. */
  warnings?: string[];
}
export interface Language {
  language_id: number;
  name: string;
  /** Unique in the account, like "en". */
  code: string;
  /** Locale, like "en-GB". */
  locale: string;
  sort_order: number;
  /** Whether the language is in use; default true. */
  status: boolean;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface LanguageAdd {
  /** Locale, like "en-GB". */
  locale?: string;
  sort_order?: number;
  /** Whether the language is in use; default true. */
  status?: boolean;
  name: string;
  /** Unique in the account, like "en". */
  code: string;
}
export interface LanguageEdit {
  /** Locale, like "en-GB". */
  locale?: string;
  sort_order?: number;
  /** Whether the language is in use; default true. */
  status?: boolean;
  language_id: number;
  name?: string;
  /** Unique in the account, like "en". */
  code?: string;
}
export interface LanguageGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  language_id?: number;
  sort?: "name" | "sort_order" | "date_modified";
}
export interface LanguageKey {
  language_id: number;
}
export interface LanguagePage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  languages: Language[];
}
export interface LanguagePrevious {
  language_id?: number;
  name?: string;
  /** Unique in the account, like "en". */
  code?: string;
  /** Locale, like "en-GB". */
  locale?: string;
  sort_order?: number;
  /** Whether the language is in use; default true. */
  status?: boolean;
  date_modified?: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface ListedCreditNote {
  /** Order ID of the external channel. */
  imported_order_id: string;
  location_id: number;
  channel_id: number;
  channel: string;
  payment_method: string;
  customer_id: number;
  firstname: string;
  lastname: string;
  email: string;
  /** First and last name merged. */
  name: string;
  company: string;
  telephone: string;
  telephone_2: string;
  currency: string;
  currency_value: number;
  total: number;
  /** Quantity x unit cost of all lines, in the base currency. Only with the permission to view cost. */
  cost?: number;
  comment: string;
  /** Locked from editing. */
  locked: boolean;
  date_added: string;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
  credit_note_id: number;
  /** 0: none. */
  order_id: number;
  credit_note_status: string;
  /** 0: none. */
  credit_note_status_id: number;
  /** Additive: whether its items go back to stock, by its own flag or by its status. */
  restock: boolean;
  /** Additive: amounts beside the lines. */
  totals?: OrderTotal[];
  /** Additive: its total was allowed to exceed what is left of the order's. */
  allow_over_credit?: boolean;
  products: CreditNoteProduct[];
  deleted?: boolean;
}
export interface ListedOrder {
  /** Order ID of the external channel. */
  imported_order_id: string;
  location_id: number;
  channel_id: number;
  channel: string;
  payment_method: string;
  customer_id: number;
  firstname: string;
  lastname: string;
  email: string;
  /** First and last name merged. */
  name: string;
  company: string;
  telephone: string;
  telephone_2: string;
  currency: string;
  currency_value: number;
  total: number;
  /** Quantity x unit cost of all lines, in the base currency. Only with the permission to view cost. */
  cost?: number;
  comment: string;
  /** Locked from editing. */
  locked: boolean;
  date_added: string;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
  order_id: number;
  products: OrderProduct[];
  address_1: string;
  address_2: string;
  city: string;
  postcode: string;
  country: string;
  zone: string;
  order_status: string;
  order_status_id: number;
  shipping_label_status_id: number;
  order_blacklist_id: number;
  shipping_method: string;
  shipping_tracking: string;
  /** Shipped out; empty: not yet. */
  shipping_date: string;
  /** Placed. */
  date_ordered: string;
  /** kg */
  weight: number;
  /** The payments of an order with split payment. */
  payments: OrderPayment[];
  totals: OrderTotal[];
  payouts: OrderPayout[];
  data: OrderData[];
  deleted?: boolean;
}
export interface ListedPayout {
  channel_payout_id?: number;
  channel_id?: number;
  /** The channel's own key. */
  reference?: string;
  order_id?: number;
  imported_order_id?: string;
  name?: string;
  amount?: number;
  currency?: string;
  date?: string;
  user_id?: number;
  /** The name of that user. */
  user?: string;
  date_added?: string;
}
export interface ListedWebhook {
  webhook_id: number;
  /** pull: its events are read by getEvent, and none is sent. */
  kind: "push" | "pull";
  /** Its origin, the first word of its path and the names of its query; all else is masked. */
  url: string;
  description: string;
  /** Events, or sections, which stand for all their events, also those that are added later. */
  events: string[];
  payload: "full" | "thin";
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Sent with each delivery; the values are masked. */
  headers: Record<string, unknown>;
  /** Orders and credit notes of these channels alone; empty: of all. */
  filter_channel_id: number[];
  /** Orders in these statuses alone; empty: in all. */
  filter_order_status_id: number[];
  /** 0: no limit. */
  throttle_per_second: number;
  /** Events of one record arrive in their order. */
  ordered: boolean;
  /** Whether bodies show cost. */
  view_cost: boolean;
  /** The endpoint gets records of these channel groups alone; empty: of all. */
  channel_group_ids: number[];
  status: "enabled" | "failing" | "disabled";
  /** Since when nothing succeeds; empty: it does. */
  failing_since: string;
  /** Why it is disabled. */
  disabled_reason: string;
  /** The last characters of the newest secret. */
  secret_hint: string;
  date_added: string;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
  /** Empty: never. */
  last_success: string;
  /** The error of the last failed attempt. */
  last_error: string;
  /** Deliveries of the last 24 hours, by state. */
  deliveries: DeliveryCount[];
  deleted?: boolean;
}
export interface Location {
  location_id: number;
  name: string;
  stock_warning: number;
  stock_danger: number;
  date_modified: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface LocationAdd {
  /** An item at or below this quantity is running low. */
  stock_warning?: number;
  /** An item at or below this quantity is nearly gone. */
  stock_danger?: number;
  name: string;
}
export interface LocationEdit {
  /** An item at or below this quantity is running low. */
  stock_warning?: number;
  /** An item at or below this quantity is nearly gone. */
  stock_danger?: number;
  location_id: number;
  name?: string;
}
export interface LocationGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  location_id?: number;
  filter_name?: string;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  sort?: "name" | "date_modified";
}
export interface LocationKey {
  location_id: number;
}
export interface LocationPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  locations: Location[];
}
export interface LocationPrevious {
  location_id?: number;
  name?: string;
  stock_warning?: number;
  stock_danger?: number;
  date_modified?: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface Myself {
  user_id: number;
  username: string;
  email: string;
  user_group_id: number;
  permission: GroupPermission;
  view_cost: boolean;
  /** The channel groups that the user is limited to; absent: none. */
  channel_group_ids?: number[];
  company: OwnCompany;
}
export interface NewCredential {
  /** It has at most 65536 bytes as JSON, with at most 16 levels. The credential of the browser as `toJSON` writes it, made for a challenge with verification of the user. */
  passkey?: Record<string, unknown>;
  /** A name of the device, for the list of sessions. */
  name?: string;
  /** Digits by which the session is unlocked, once `sign_in/lock` has locked it. */
  pin?: string;
  /** With or without a passkey: they replace all that the user had. */
  password?: string;
}
export interface OpenedSession {
  /** The `auth_session` of requests that the secret signs. */
  session_id: number;
  /** The only time that it is shown: a replay and a dry run leave it out. */
  session_secret?: string;
  /** It moves on with each request, known within a minute. */
  expires: string;
}
export interface Order {
  /** Order ID of the external channel. */
  imported_order_id: string;
  location_id: number;
  channel_id: number;
  channel: string;
  payment_method: string;
  customer_id: number;
  firstname: string;
  lastname: string;
  email: string;
  /** First and last name merged. */
  name: string;
  company: string;
  telephone: string;
  telephone_2: string;
  currency: string;
  currency_value: number;
  total: number;
  /** Quantity x unit cost of all lines, in the base currency. Only with the permission to view cost. */
  cost?: number;
  comment: string;
  /** Locked from editing. */
  locked: boolean;
  date_added: string;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
  order_id: number;
  products: OrderProduct[];
  address_1: string;
  address_2: string;
  city: string;
  postcode: string;
  country: string;
  zone: string;
  order_status: string;
  order_status_id: number;
  shipping_label_status_id: number;
  order_blacklist_id: number;
  shipping_method: string;
  shipping_tracking: string;
  /** Shipped out; empty: not yet. */
  shipping_date: string;
  /** Placed. */
  date_ordered: string;
  /** kg */
  weight: number;
  /** The payments of an order with split payment. */
  payments: OrderPayment[];
  totals: OrderTotal[];
  payouts: OrderPayout[];
  data: OrderData[];
}
export interface OrderAdd {
  /** Order ID of the external channel; unique in the channel when not empty. */
  imported_order_id: string;
  /** An enabled channel of type pos. */
  channel_id: number;
  /** 0: the customer with this e-mail, else with this telephone, else a new one. */
  customer_id: number;
  firstname: string;
  lastname: string;
  company: string;
  email: string;
  telephone: string;
  telephone_2: string;
  /** Placed; empty: now. */
  date_ordered: string;
  address_1: string;
  address_2: string;
  city: string;
  postcode: string;
  country: string;
  zone: string;
  shipping_method: string;
  /** Shipped out; empty: not yet. */
  shipping_date: string;
  shipping_tracking: string;
  /** Code of a currency of the account. */
  currency: string;
  /** 0: the account's rate. */
  currency_value: number;
  /** Id or exact name of a payment method; digits alone are an id. 0 or empty: none. */
  payment_method: number | string;
  /** The amount that the order is worth to its channel; it is kept as given. */
  total: number;
  comment: string;
  products: OrderProductAdd[];
  totals: OrderTotal[];
  /** 1: several payment methods are used. */
  split_payment: number;
  /** With split_payment 1: they add up to total. */
  payments?: OrderPayment[];
  /** 0: the payment method's, else the company's default. */
  order_status_id: number;
}
export interface OrderAnswer {
  order: Order;
}
export interface OrderData {
  name: string;
  value: string;
}
export interface OrderDelete {
  order_id?: number;
  /** The ids of all orders to delete; takes priority over order_id. */
  batch_id?: number[];
}
export interface OrderDeleted {
  order_id?: number;
  /** The orders of batch_id. */
  order_ids?: number[];
}
export interface OrderEdit {
  order_id: number;
  /** Cannot change. */
  imported_order_id?: string;
  /** Cannot change. */
  channel_id?: number;
  /** 0: stays as it is. */
  customer_id?: number;
  firstname?: string;
  lastname?: string;
  company?: string;
  email?: string;
  telephone?: string;
  telephone_2?: string;
  /** Placed; empty: stays as it is. */
  date_ordered?: string;
  address_1?: string;
  address_2?: string;
  city?: string;
  postcode?: string;
  country?: string;
  zone?: string;
  shipping_method?: string;
  /** Shipped out; empty: not yet. */
  shipping_date?: string;
  shipping_tracking?: string;
  /** Code of a currency of the account. */
  currency?: string;
  /** 0: the account's rate of a new currency; else stays as it is. */
  currency_value?: number;
  /** Id or exact name of a payment method; digits alone are an id. 0 or empty: none. */
  payment_method?: number | string;
  /** The amount that the order is worth to its channel; it is kept as given. */
  total?: number;
  comment?: string;
  /** Replace the lines. */
  products?: OrderProductEdit[];
  totals?: OrderTotal[];
  /** 1: several payment methods are used. */
  split_payment?: number;
  /** With split_payment 1: they add up to total. */
  payments?: OrderPayment[];
  /** 0: stays as it is. */
  order_status_id?: number;
  /** Locks the order for editing by hand, or frees it. */
  locked?: boolean;
}
export interface OrderGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  order_id?: number;
  /** Additive. Parts of words of the number, the imported number, the name, the e-mail, the telephones and the tracking number. */
  search?: string;
  filter_imported_order_id?: string;
  filter_customer_id?: number;
  filter_channel_id?: number;
  /** Part of the merged name. */
  filter_name?: string;
  /** Part of the e-mail. */
  filter_email?: string;
  /** Part of the first or the second telephone. */
  filter_telephone?: string;
  /** Up to 100 ids, separated by commas. Order status ids. */
  filter_order_status?: string | number;
  /** The whole name of the payment method. */
  filter_payment_method?: string;
  filter_shipping_method?: string;
  filter_shipping_tracking?: string;
  /** Shipped on this day of the account's time zone. */
  filter_shipping_date?: string;
  filter_postcode?: string;
  /** Orders with a line of this item. */
  filter_product?: number;
  /** Whether the stock of all lines with an item was taken; false: some is not, or there is none. */
  filter_deducted?: boolean;
  /** Totals of at least this, in the orders' own currencies. */
  filter_total_min?: number;
  /** Totals of at most this, in the orders' own currencies. */
  filter_total_max?: number;
  /** From this point in time on. */
  filter_date_start?: string;
  /** Up to this point in time. */
  filter_date_end?: string;
  /** The date that filter_date_start and filter_date_end filter; default date_added. */
  filter_date_type?: "date_added" | "date_modified" | "date_ordered";
  /** Deleted orders too. */
  filter_deleted?: boolean;
  sort?: "order_id" | "shipping_date" | "date_ordered" | "date_added" | "date_modified";
}
export interface OrderGroup {
  /** An id, 0 for none; or the day in the account's time zone, as 2026-03-01. */
  key: number | string;
  /** The name on the latest of these orders. */
  name: string;
  orders: number;
  /** Pieces. */
  quantity: number;
  /** Totals of the orders, or of an item their lines, in the base currency. */
  total: number;
  /** Quantity x unit cost, in the base currency. Only with the permission to view cost. */
  cost?: number;
}
export interface OrderHistory {
  /** Additive. */
  order_history_id: number;
  order_status: string;
  order_status_id: number;
  /** 0: the system. */
  user_id: number;
  user: string;
  comment: string;
  date_added: string;
}
export interface OrderHistoryAdd {
  order_id?: number;
  /** Additive. The ids of several orders, each changed or refused by itself; takes priority over order_id. */
  batch_id?: number[];
  /** The new status; 0: the order keeps its own. */
  order_status_id?: number;
  comment?: string;
}
export interface OrderHistoryAdded {
  /** The outcomes of batch_id, in its order. */
  results?: OrderHistoryOutcome[];
}
export interface OrderHistoryGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  order_id: number;
  /** Reads the history of a deleted order too. */
  filter_deleted?: boolean;
}
export interface OrderHistoryOutcome {
  success: boolean;
  error?: string[];
  error_details?: Fault[];
  order_id: number;
}
export interface OrderHistoryPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  order_id: number;
  /** The status now. */
  order_status_id: number;
  histories: OrderHistory[];
}
export interface OrderImport {
  /** Order ID of the channel, by which a later import finds the order. */
  imported_order_id: string;
  /** An enabled channel of any type. */
  channel_id: number;
  /** 0: as in sale/order/add; a changed order keeps its own. */
  customer_id: number;
  firstname: string;
  lastname: string;
  company: string;
  email: string;
  telephone: string;
  telephone_2: string;
  /** Placed; empty: now. */
  date_ordered: string;
  address_1: string;
  address_2: string;
  city: string;
  postcode: string;
  country: string;
  zone: string;
  shipping_method: string;
  /** Shipped out; empty: not yet. */
  shipping_date: string;
  shipping_tracking: string;
  /** Code of a currency of the account. */
  currency: string;
  /** 0: the account's rate. */
  currency_value: number;
  /** Id or exact name of a payment method; digits alone are an id. 0 or empty: none. */
  payment_method: number | string;
  /** The amount that the order is worth to its channel; it is kept as given. */
  total: number;
  comment: string;
  products: OrderImportProduct[];
  totals: OrderTotal[];
  /** 1: several payment methods are used. */
  split_payment: number;
  /** With split_payment 1: they add up to total. */
  payments?: OrderPayment[];
  /** 0: as in sale/order/add; a changed order keeps its own. */
  order_status_id: number;
  /** The time at which the channel changed the order: an older state than the imported one changes nothing. */
  date_modified?: string;
}
export interface OrderImportProduct {
  /** 0: found by model, then by sku; free text when neither is known. */
  item_id: number;
  name: string;
  model: string;
  sku: string;
  quantity: number;
  price: number;
  /** Unit cost in the base currency; else that of the stock. Only with the permission to view cost. */
  cost?: number;
  /** The amount off each unit. */
  discount: number;
  /** The amount off the whole line, on top of the discount of each unit. */
  discount_total: number;
  totals?: OrderTotal[];
  /** The channel's ID of the line, by which a later import finds it; unique in the order when not empty. */
  imported_order_product_id?: string;
}
export interface OrderImported {
  order: Order;
  /** Whether the import has added the order. */
  created: boolean;
}
export interface OrderPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  orders: ListedOrder[];
}
export interface OrderPayment {
  /** Name of a payment method. */
  payment_method: string;
  total: number;
}
export interface OrderPayout {
  name: string;
  amount: number;
}
export interface OrderPrevious {
  /** Order ID of the external channel. */
  imported_order_id?: string;
  location_id?: number;
  channel_id?: number;
  channel?: string;
  payment_method?: string;
  customer_id?: number;
  firstname?: string;
  lastname?: string;
  email?: string;
  /** First and last name merged. */
  name?: string;
  company?: string;
  telephone?: string;
  telephone_2?: string;
  currency?: string;
  currency_value?: number;
  total?: number;
  /** Quantity x unit cost of all lines, in the base currency. Only with the permission to view cost. */
  cost?: number;
  comment?: string;
  /** Locked from editing. */
  locked?: boolean;
  date_added?: string;
  date_modified?: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
  order_id?: number;
  products?: OrderProduct[];
  address_1?: string;
  address_2?: string;
  city?: string;
  postcode?: string;
  country?: string;
  zone?: string;
  order_status?: string;
  order_status_id?: number;
  shipping_label_status_id?: number;
  order_blacklist_id?: number;
  shipping_method?: string;
  shipping_tracking?: string;
  /** Shipped out; empty: not yet. */
  shipping_date?: string;
  /** Placed. */
  date_ordered?: string;
  /** kg */
  weight?: number;
  /** The payments of an order with split payment. */
  payments?: OrderPayment[];
  totals?: OrderTotal[];
  payouts?: OrderPayout[];
  data?: OrderData[];
}
export interface OrderProduct {
  order_product_id: number;
  imported_order_product_id: string;
  /** 0: free text, no item of the inventory. */
  item_id: number;
  /** Image URL or path. */
  thumb: string;
  name: string;
  model: string;
  sku: string;
  quantity: number;
  price: number;
  /** The amount off each unit. */
  discount: number;
  /** The amount off the whole line, on top of the discount of each unit. */
  discount_total: number;
  discount_platform: number;
  totals: OrderTotal[];
  /** quantity x (price - discount) - discount_total + totals. */
  total: number;
  /** Additive. The line's share of the order's totals that are negative and take off the goods; 0 or below. */
  allocated: number;
  /** Unit cost in the base currency: of the stock taken, or before that the cost given, or the average when the order was placed. Only with the permission to view cost. */
  cost?: number;
  order_status: string;
  order_status_id: number;
  /** kg a unit. */
  weight: number;
  /** Whether the stock of the whole line was taken. */
  deducted: boolean;
  /** Pieces taken out of the stock. */
  quantity_deducted: number;
  /** Additive. The components that a bundle had when the line was added, which the stock gives instead of it. */
  components?: Component[];
}
export interface OrderProductAdd {
  /** 0: found by model, then by sku; free text when neither is known. */
  item_id: number;
  name: string;
  model: string;
  sku: string;
  quantity: number;
  price: number;
  /** Unit cost in the base currency; else that of the stock. Only with the permission to view cost. */
  cost?: number;
  /** The amount off each unit. */
  discount: number;
  /** The amount off the whole line, on top of the discount of each unit. */
  discount_total: number;
  totals?: OrderTotal[];
}
export interface OrderProductEdit {
  /** 0: found by model, then by sku; free text when neither is known. */
  item_id: number;
  name: string;
  model: string;
  sku: string;
  quantity: number;
  price: number;
  /** Unit cost in the base currency; else that of the stock. Only with the permission to view cost. */
  cost?: number;
  /** The amount off each unit. */
  discount: number;
  /** The amount off the whole line, on top of the discount of each unit. */
  discount_total: number;
  totals?: OrderTotal[];
  /** The line of the order that this one replaces; found by place and item unless given. */
  order_product_id?: number;
}
export interface OrderStatus {
  order_status_id: number;
  channel_group_id: number;
  name: string;
  /** Orders of this status take their items from stock. */
  deduct: boolean;
  /** Orders of this status cannot be edited or deleted. */
  lock: boolean;
  /** Orders of this status are void: they count no uses of promotions. */
  void: boolean;
  date_modified: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface OrderStatusAdd {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Orders of this status take their items from stock. */
  deduct?: boolean;
  /** Orders of this status cannot be edited or deleted. */
  lock?: boolean;
  /** Orders of this status are void: they count no uses of promotions. */
  void?: boolean;
  name: string;
}
export interface OrderStatusEdit {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Orders of this status take their items from stock. */
  deduct?: boolean;
  /** Orders of this status cannot be edited or deleted. */
  lock?: boolean;
  /** Orders of this status are void: they count no uses of promotions. */
  void?: boolean;
  order_status_id: number;
  name?: string;
}
export interface OrderStatusEdited {
  order_status_id: number;
  /** Additive, in the answer to an edit that gives deduct: orders of this status. They stay as they are until their next change. Absent while sales does not answer. */
  orders_in_status?: number;
}
export interface OrderStatusGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  order_status_id?: number;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  /** Up to 100 ids, separated by commas. */
  filter_channel_group_id?: string | number;
  sort?: "name" | "date_modified";
}
export interface OrderStatusKey {
  order_status_id: number;
}
export interface OrderStatusPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  order_statuses: OrderStatus[];
}
export interface OrderStatusPrevious {
  order_status_id?: number;
  channel_group_id?: number;
  name?: string;
  /** Orders of this status take their items from stock. */
  deduct?: boolean;
  /** Orders of this status cannot be edited or deleted. */
  lock?: boolean;
  /** Orders of this status are void: they count no uses of promotions. */
  void?: boolean;
  date_modified?: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface OrderSummaryGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Sums orders from this point in time on; empty: from the first order on. */
  date_start: string;
  /** Up to this point in time; empty: up to the last order. */
  date_end: string;
  group_by: "day" | "order_status" | "channel" | "payment_method" | "item";
  /** The date that date_start, date_end and the day judge; default date_ordered. */
  filter_date_type?: "date_added" | "date_modified" | "date_ordered";
  filter_channel_id?: number;
  /** Up to 100 ids, separated by commas. Order status ids. */
  filter_order_status?: string | number;
}
export interface OrderSummaryPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  /** Groups stand in the order of their keys. */
  summary: OrderGroup[];
}
export interface OrderTotal {
  name: string;
  /** Unique within its list. */
  code: string;
  price: number;
  /** Display order. */
  sort_order: number;
  /** Additive. The split of a promotion over the products of the order; empty: none of it. */
  allocations?: PromotionAllocation[];
}
export interface OrderedItem {
  item_id: number;
  /** The name that the item had when the line was added. */
  name: string;
  quantity: number;
  /** The cost of one piece, in the order's currency. Only with the permission to view cost. */
  cost?: number;
  /** Additive: pieces that receipts have brought. */
  quantity_received: number;
}
export interface OwnCompany {
  name: string;
  currency: string;
  timezone: string;
  language: string;
}
export interface PaymentMethod {
  payment_method_id: number;
  channel_group_id: number;
  name: string;
  /** Default order status. */
  order_status_id: number;
  /** Default credit note status. */
  credit_note_status_id: number;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Shown are id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, merchant, merchant_id, instructions, fee, surcharge. All other fields are write-only and shown as ********. */
  configuration: Record<string, unknown>;
  sort_order: number;
  date_modified: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface PaymentMethodAdd {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Orders paid by it start in this status; 0: the company's default. */
  order_status_id?: number;
  /** Credit notes paid back by it start in this status; 0: none. */
  credit_note_status_id?: number;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Replaced as a whole; a value that is sent as its mask stays as it is. A mask without a stored value is refused. */
  configuration?: Record<string, unknown>;
  sort_order?: number;
  name: string;
}
export interface PaymentMethodEdit {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Orders paid by it start in this status; 0: the company's default. */
  order_status_id?: number;
  /** Credit notes paid back by it start in this status; 0: none. */
  credit_note_status_id?: number;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Replaced as a whole; a value that is sent as its mask stays as it is. A mask without a stored value is refused. */
  configuration?: Record<string, unknown>;
  sort_order?: number;
  payment_method_id: number;
  name?: string;
}
export interface PaymentMethodGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  payment_method_id?: number;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  /** Up to 100 ids, separated by commas. */
  filter_channel_group_id?: string | number;
  sort?: "name" | "sort_order" | "date_modified";
}
export interface PaymentMethodKey {
  payment_method_id: number;
}
export interface PaymentMethodPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  payment_methods: PaymentMethod[];
}
export interface PaymentMethodPrevious {
  payment_method_id?: number;
  channel_group_id?: number;
  name?: string;
  /** Default order status. */
  order_status_id?: number;
  /** Default credit note status. */
  credit_note_status_id?: number;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Shown are id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, merchant, merchant_id, instructions, fee, surcharge. All other fields are write-only and shown as ********. */
  configuration?: Record<string, unknown>;
  sort_order?: number;
  date_modified?: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface PayoutAdd {
  /** The channel's own key of this payout; a repeated one is recorded once. */
  reference: string;
  /** An order of the channel; else the order with imported_order_id. */
  order_id?: number;
  /** Order ID of the external channel. */
  imported_order_id?: string;
  /** Like Sales or Commission. */
  name: string;
  /** Below 0: taken by the channel. */
  amount: number;
  /** Code of a currency of the account. */
  currency: string;
  /** Paid out. */
  date: string;
}
export interface PayoutOrder {
  /** The place in the request, from 0. */
  index: number;
  order_id: number;
}
export interface Profile {
  profile_id: number;
  channel_id: number;
  name: string;
  type: string;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Shown are id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, width, height, paper, copies, days_to_ship. All other fields are write-only and shown as ********. */
  configuration: Record<string, unknown>;
  date_added: string;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface ProfileAdd {
  type?: string;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Free content. Replaced as a whole; a value that is sent as its mask stays as it is. */
  configuration?: Record<string, unknown>;
  channel_id: number;
  name: string;
}
export interface ProfileEdit {
  type?: string;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Free content. Replaced as a whole; a value that is sent as its mask stays as it is. */
  configuration?: Record<string, unknown>;
  profile_id: number;
  channel_id?: number;
  name?: string;
}
export interface ProfileGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  profile_id?: number;
  filter_name?: string;
  filter_channel_id?: number;
  filter_date_modified?: string;
  sort?: "name" | "date_added" | "date_modified";
}
export interface ProfileKey {
  profile_id: number;
}
export interface ProfilePage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  profiles: Profile[];
}
export interface ProfilePrevious {
  profile_id?: number;
  channel_id?: number;
  name?: string;
  type?: string;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Shown are id, code, name, description, mode, environment, live, sandbox, enabled, country, region, language, currency, time_zone, width, height, paper, copies, days_to_ship. All other fields are write-only and shown as ********. */
  configuration?: Record<string, unknown>;
  date_added?: string;
  date_modified?: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface Promotion {
  promotion_id: number;
  name: string;
  title: string;
  total_promotion: boolean;
  type: "percent" | "fixed" | "price" | "buy_get" | "shipping";
  status: boolean;
  sort_order: number;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. */
  configuration: Record<string, unknown>;
  total: number;
  total_limit: number;
  /** Uses by orders. */
  total_used: number;
  /** Uses that are held for orders to come. */
  total_held: number;
  date_start: string;
  date_end: string;
  date_added: string;
  date_modified: string;
  categories: number[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface PromotionAdd {
  /** Shown to customers; the name where it is empty. */
  title?: string;
  /** true: off the total of the order; false: off its lines. Follows from the type where it is absent: shipping, and fixed unless per line or unit, are off the total. */
  total_promotion?: boolean;
  /** Whether it is enabled; default true. */
  status?: boolean;
  /** The lowest applies first. */
  sort_order?: number;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. coupons, customer_limit, customer_group_ids, channel_ids, weekdays, hours, minimum_quantity, maximum_quantity, maximum_discount, exclusive, limit_policy; percent: percent; fixed: amount, per; price: price; buy_get: buy_quantity, get_quantity, get_categories, percent, repeat; shipping: percent. Replaced as a whole. */
  configuration?: Record<string, unknown>;
  /** Least value of the eligible goods before promotions, in the base currency. */
  total?: number;
  /** Uses at most; 0: no limit. */
  total_limit?: number;
  /** The last day in the account's time zone; hours across midnight belong to the day on which they begin; empty: none. */
  date_end?: string;
  /** The first day in the account's time zone; hours across midnight belong to the day on which they begin; empty: none. */
  date_start?: string;
  /** Promotion categories whose items are eligible; empty: all items. */
  categories?: number[];
  name: string;
  type: "percent" | "fixed" | "price" | "buy_get" | "shipping";
}
export interface PromotionAllocation {
  /** The place of the line in `products`, from 0. */
  index: number;
  /** Positive. */
  amount: number;
}
export interface PromotionCalculate {
  /** 0: of any channel. */
  channel_id?: number;
  /** 0: not known. */
  customer_id?: number;
  /** Code of a currency of the account; empty: the base currency. */
  currency?: string;
  /** 0: the account's rate. */
  currency_value?: number;
  /** The time at which the order is placed; empty: now. */
  date?: string;
  coupons?: string[];
  products: CartProduct[];
  /** Lines that the order has already, such as its shipping. */
  totals?: OrderTotal[];
  /** The key of holds, or the imported_order_id: its own uses do not count. */
  key?: string;
  /** Lists in `rejected` also the automatic promotions that do not apply. */
  explain?: boolean;
}
export interface PromotionCalculated {
  /** The products of the request, one for each. */
  products: PromotionCalculatedProduct[];
  /** The given lines, then the total promotions. */
  totals: OrderTotal[];
  applied: AppliedPromotion[];
  rejected: RejectedPromotion[];
  /** The goods after all promotions plus the given totals lines. */
  total: number;
  /** Changes with every change of a promotion or category: an offline till compares it with its copy. */
  revision: string;
}
export interface PromotionCalculatedProduct {
  /** The line promotions. */
  totals: OrderTotal[];
}
export interface PromotionCategory {
  promotion_category_id: number;
  name: string;
  date_added: string;
  date_modified: string;
  items: PromotionCategoryItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface PromotionCategoryAdd {
  name: string;
  items: PromotionCategoryItemAdd[];
}
export interface PromotionCategoryEdit {
  promotion_category_id: number;
  name?: string;
  /** Replaced as a whole. */
  items?: PromotionCategoryItemAdd[];
}
export interface PromotionCategoryGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  promotion_category_id?: number;
  filter_name?: string;
  filter_date_modified?: string;
  sort?: "name" | "date_added" | "date_modified";
}
export interface PromotionCategoryItem {
  item_id: number;
  /** The name that the item had when it was added here. */
  name: string;
}
export interface PromotionCategoryItemAdd {
  item_id: number;
}
export interface PromotionCategoryKey {
  promotion_category_id: number;
}
export interface PromotionCategoryPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  categories: PromotionCategory[];
}
export interface PromotionCategoryPrevious {
  promotion_category_id?: number;
  name?: string;
  date_added?: string;
  date_modified?: string;
  items?: PromotionCategoryItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface PromotionEdit {
  /** Shown to customers; the name where it is empty. */
  title?: string;
  /** true: off the total of the order; false: off its lines. Follows from the type where it is absent: shipping, and fixed unless per line or unit, are off the total. */
  total_promotion?: boolean;
  /** Whether it is enabled; default true. */
  status?: boolean;
  /** The lowest applies first. */
  sort_order?: number;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. coupons, customer_limit, customer_group_ids, channel_ids, weekdays, hours, minimum_quantity, maximum_quantity, maximum_discount, exclusive, limit_policy; percent: percent; fixed: amount, per; price: price; buy_get: buy_quantity, get_quantity, get_categories, percent, repeat; shipping: percent. Replaced as a whole. */
  configuration?: Record<string, unknown>;
  /** Least value of the eligible goods before promotions, in the base currency. */
  total?: number;
  /** Uses at most; 0: no limit. */
  total_limit?: number;
  /** The last day in the account's time zone; hours across midnight belong to the day on which they begin; empty: none. */
  date_end?: string;
  /** The first day in the account's time zone; hours across midnight belong to the day on which they begin; empty: none. */
  date_start?: string;
  /** Promotion categories whose items are eligible; empty: all items. */
  categories?: number[];
  promotion_id: number;
  name?: string;
  type?: "percent" | "fixed" | "price" | "buy_get" | "shipping";
}
export interface PromotionFault {
  promotion_id: number;
  message: string;
}
export interface PromotionGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  promotion_id?: number;
  filter_name?: string;
  /** Part of the title. */
  filter_title?: string;
  filter_type?: "percent" | "fixed" | "price" | "buy_get" | "shipping";
  filter_status?: boolean;
  filter_date_modified?: string;
  sort?: "name" | "type" | "status" | "total_used" | "date_start" | "date_end" | "date_added" | "date_modified" | "sort_order";
}
export interface PromotionHistory {
  promotion_history_id: number;
  promotion_id: number;
  customer_id: number;
  order_id: number;
  /** Additive. The channel of the order. */
  channel_id: number;
  /** Empty: an automatic promotion. */
  coupon: string;
  /** Positive, in the base currency. */
  total: number;
  /** The use came without a hold and passed a limit. */
  over_limit: boolean;
  /** Additive. Which limit it passed; empty: none. */
  message: string;
  /** The promotion is deleted, or there was none when the order used it. */
  promotion_deleted: boolean;
  date_added: string;
  deleted?: boolean;
}
export interface PromotionHistoryGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  filter_promotion_id?: number;
  /** Created after it. */
  filter_date_added?: string;
  /** Uses that their orders have given back, too. */
  filter_deleted?: boolean;
  sort?: "date_added";
}
export interface PromotionHistoryPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  histories: PromotionHistory[];
}
export interface PromotionHistoryPrevious {
  promotion_history_id?: number;
  promotion_id?: number;
  customer_id?: number;
  order_id?: number;
  /** Additive. The channel of the order. */
  channel_id?: number;
  /** Empty: an automatic promotion. */
  coupon?: string;
  /** Positive, in the base currency. */
  total?: number;
  /** The use came without a hold and passed a limit. */
  over_limit?: boolean;
  /** Additive. Which limit it passed; empty: none. */
  message?: string;
  /** The promotion is deleted, or there was none when the order used it. */
  promotion_deleted?: boolean;
  date_added?: string;
  deleted?: boolean;
}
export interface PromotionHold {
  promotion_id: number;
  key: string;
  date_expire: string;
}
export interface PromotionHolds {
  holds: PromotionHold[];
}
export interface PromotionKey {
  promotion_id: number;
}
export interface PromotionPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  promotions: Promotion[];
}
export interface PromotionPrevious {
  promotion_id?: number;
  name?: string;
  title?: string;
  total_promotion?: boolean;
  type?: "percent" | "fixed" | "price" | "buy_get" | "shipping";
  status?: boolean;
  sort_order?: number;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. */
  configuration?: Record<string, unknown>;
  total?: number;
  total_limit?: number;
  /** Uses by orders. */
  total_used?: number;
  /** Uses that are held for orders to come. */
  total_held?: number;
  date_start?: string;
  date_end?: string;
  date_added?: string;
  date_modified?: string;
  categories?: number[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface PromotionRelease {
  /** 0: in all channels. */
  channel_id?: number;
  key: string;
}
export interface PromotionReleased {
  /** How many holds it gave up. */
  released: number;
}
export interface PromotionReserve {
  /** 0: of any channel. */
  channel_id?: number;
  /** 0: not known. */
  customer_id?: number;
  /** Code of a currency of the account; empty: the base currency. */
  currency?: string;
  /** 0: the account's rate. */
  currency_value?: number;
  /** The time at which the order is placed; empty: now. */
  date?: string;
  coupons?: string[];
  products: CartProduct[];
  /** Lines that the order has already, such as its shipping. */
  totals?: OrderTotal[];
  /** The till's receipt number: the imported_order_id of the order to come. */
  key: string;
  /** Default 15. */
  minutes?: number;
}
export interface PromotionVerified {
  /** Promotions compared. */
  promotions: number;
  faults: PromotionFault[];
}
export interface PromotionVerify {
  promotion_id?: number;
}
export interface PurchaseOrder {
  /** The user who added the document. */
  user_id: number;
  /** The name of that user. */
  user: string;
  comment: string;
  date_added: string;
  date_modified: string;
  deleted?: boolean;
  purchase_order_id: number;
  location_id: number;
  /** 0: none. */
  supplier_id: number;
  /** Sum of quantity x cost. Only with the permission to view cost. */
  total?: number;
  /** Empty: the base currency. */
  currency: string;
  currency_value: number;
  date_estimated_arrival: string;
  date_received: string;
  /** Additive. */
  status: "open" | "partly_received" | "received" | "closed";
  /** Additive: takes no receipts. */
  closed: boolean;
  items: OrderedItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface PurchaseOrderAdd {
  /** The location at which the goods are to arrive. */
  location_id: number;
  /** 0: none. */
  supplier_id?: number;
  /** Currency of the costs; the base currency unless given. */
  currency?: string;
  /** 0: the account's rate. */
  currency_value?: number;
  date_estimated_arrival?: string;
  /** Empty: the day of the receipt that completes the order. */
  date_received?: string;
  comment?: string;
  item: PurchaseOrderLine[];
}
export interface PurchaseOrderEdit {
  purchase_order_id: number;
  location_id?: number;
  /** 0: none. */
  supplier_id?: number;
  /** Currency of the costs; the base currency unless given. */
  currency?: string;
  /** 0: the account's rate of a new currency; else stays. */
  currency_value?: number;
  date_estimated_arrival?: string;
  /** Empty: the day of the receipt that completes the order. */
  date_received?: string;
  comment?: string;
  /** Replace the lines. */
  item?: PurchaseOrderLine[];
  /** Additive: closes the order, which then takes no receipts, or reopens it. */
  closed?: boolean;
}
export interface PurchaseOrderGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  purchase_order_id?: number;
  /** Additive. */
  filter_supplier_id?: number;
  /** Additive. */
  filter_location_id?: number;
  /** Additive. */
  filter_status?: "open" | "partly_received" | "received" | "closed";
  /** Additive. */
  filter_date_added_start?: string;
  /** Additive. */
  filter_date_added_end?: string;
  /** Additive. */
  filter_date_estimated_arrival_start?: string;
  /** Additive. */
  filter_date_estimated_arrival_end?: string;
  /** Additive. */
  filter_date_received_start?: string;
  /** Additive. */
  filter_date_received_end?: string;
  /** user, location and supplier sort by name. */
  sort?: "purchase_order_id" | "user" | "location" | "supplier" | "total" | "date_estimated_arrival" | "date_received" | "date_added" | "date_modified";
}
export interface PurchaseOrderKey {
  purchase_order_id: number;
}
export interface PurchaseOrderLine {
  item_id: number;
  /** The item's name unless given. */
  name?: string;
  quantity: number;
  /** The cost of one piece, in the order's currency; the item's own cost unless given. Only with the permission to view cost. */
  cost?: number;
}
export interface PurchaseOrderPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  purchase_orders: PurchaseOrder[];
}
export interface PurchaseOrderPrevious {
  /** The user who added the document. */
  user_id?: number;
  /** The name of that user. */
  user?: string;
  comment?: string;
  date_added?: string;
  date_modified?: string;
  deleted?: boolean;
  purchase_order_id?: number;
  location_id?: number;
  /** 0: none. */
  supplier_id?: number;
  /** Sum of quantity x cost. Only with the permission to view cost. */
  total?: number;
  /** Empty: the base currency. */
  currency?: string;
  currency_value?: number;
  date_estimated_arrival?: string;
  date_received?: string;
  /** Additive. */
  status?: "open" | "partly_received" | "received" | "closed";
  /** Additive: takes no receipts. */
  closed?: boolean;
  items?: OrderedItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface Recover {
  webhook_id: number;
  date_start: string;
  /** Empty: now. */
  date_end?: string;
  /** failed: exhausted and cancelled; missing: never tried; all: delivered ones too. failed and missing by default. */
  what?: "failed" | "missing" | "all";
}
export interface Recovered {
  webhook_id: number;
  /** Deliveries that are sent, the oldest first; those of 50 records a second. */
  count: number;
}
export interface Redeliver {
  /** Deliveries to send once more, with the same webhook-id. */
  delivery_id: number[];
}
export interface Redelivered {
  delivery_id: number[];
}
export interface RejectedPromotion {
  promotion_id?: number;
  coupon?: string;
  code: "not_found" | "not_started" | "ended" | "disabled" | "limit_reached" | "customer_limit_reached" | "customer_required" | "below_minimum" | "no_eligible_items" | "wrong_channel" | "not_combinable" | "outside_hours";
  message: string;
}
export interface Repeatable {
  /** Names the write: it is done once, however often it is sent. Another intended write takes another key. */
  idempotency_key?: string;
}
export interface RequestOptions {
  /** Additive: a field that the operation does not have is refused. Without it, it is ignored, and `warnings` names it. */
  strict?: boolean;
}
export interface Reservation {
  /** The user who added the document. */
  user_id: number;
  /** The name of that user. */
  user: string;
  comment: string;
  date_added: string;
  date_modified: string;
  deleted?: boolean;
  item_reservation_id: number;
  location_id: number;
  order_id: number;
  date_expire: string;
  /** `released`: its order was deleted. */
  status: "active" | "expired" | "released";
  items: ReservedItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface ReservationAdd {
  location_id: number;
  comment?: string;
  /** Additive: until then the pieces are held; empty: without end. */
  date_expire?: string;
  /** Additive: the order that the pieces are held for. It takes them when it deducts; 0: none. */
  order_id?: number;
  reservation: ReservationLine[];
}
export interface ReservationEdit {
  item_reservation_id: number;
  location_id?: number;
  comment?: string;
  /** Additive: until then the pieces are held; empty: without end. */
  date_expire?: string;
  /** Additive: the order that the pieces are held for. It takes them when it deducts; 0: none. */
  order_id?: number;
  /** Replace the lines; what the order has taken stays taken. */
  reservation?: ReservationLine[];
}
export interface ReservationGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  item_reservation_id?: number;
  filter_location_id?: number;
  /** Additive. */
  filter_order_id?: number;
  sort?: "item_reservation_id" | "date_added" | "date_modified";
}
export interface ReservationKey {
  item_reservation_id: number;
}
export interface ReservationLine {
  item_id: number;
  /** The item's name unless given. */
  name?: string;
  quantity: number;
}
export interface ReservationPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  reservations: Reservation[];
}
export interface ReservationPrevious {
  /** The user who added the document. */
  user_id?: number;
  /** The name of that user. */
  user?: string;
  comment?: string;
  date_added?: string;
  date_modified?: string;
  deleted?: boolean;
  item_reservation_id?: number;
  location_id?: number;
  order_id?: number;
  date_expire?: string;
  /** `released`: its order was deleted. */
  status?: "active" | "expired" | "released";
  items?: ReservedItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface ReservedItem {
  item_id: number;
  /** The name that the item had when the line was added. */
  name: string;
  quantity: number;
  /** Pieces that are held now. */
  quantity_held: number;
  /** Pieces that the order has taken out of the hold. */
  quantity_taken: number;
}
export interface RevisedOptions {
  /** Additive: a field that the operation does not have is refused. Without it, it is ignored, and `warnings` names it. */
  strict?: boolean;
  /** Additive: the write runs completely and is then rolled back. Ids of records that it would make are 0 in the answer. */
  dry_run?: boolean;
  /** Additive: the `revision` of the record that the client has seen. Another one is refused (`stale`). */
  if_revision?: number;
}
export interface Reward {
  customer_reward_id: number;
  customer_id: number;
  /** Points added, or, below 0, taken. */
  reward: number;
  /** Points available after it. */
  balance: number;
  description: string;
  /** 0: the system. */
  user_id: number;
  user: string;
  date_added: string;
}
export interface RewardAdd {
  customer_id: number;
  /** Points to add, or, below 0, to take; no more than there are. */
  reward: number;
  description?: string;
}
export interface RewardBalance {
  /** Points available. */
  reward: number;
}
export interface RewardGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  customer_id: number;
  /** Transactions after this point in time. */
  filter_date_added?: string;
}
export interface RewardPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  /** Points available. */
  reward: number;
  rewards: Reward[];
}
export interface RewardPrevious {
  customer_reward_id?: number;
  customer_id?: number;
  /** Points added, or, below 0, taken. */
  reward?: number;
  /** Points available after it. */
  balance?: number;
  description?: string;
  /** 0: the system. */
  user_id?: number;
  user?: string;
  date_added?: string;
}
export interface SessionAdd {
  /** A name of the device, for the list of sessions. */
  name?: string;
}
export interface SessionEnd {
  /** Default: the one that signs the request. */
  session_id?: number;
}
export interface SessionEnded {
  session_id: number;
}
export interface SessionGet {
  /** Default: who asks. */
  filter_user_id?: number;
}
export interface SessionList {
  /** The newest first; a user has at most 20. */
  sessions: UserSession[];
}
export interface SigningIn {
  /** The domain of the account. */
  domain: string;
  /** The user's e-mail address. */
  api_key: string;
}
export interface StockLevel {
  item_id: number;
  location_id: number;
  /** The quantity on hand less the reserved one. */
  quantity: number;
  on_hand: number;
  reserved: number;
  stock_warning: number;
  stock_danger: number;
  stock_state: "ok" | "warning" | "danger" | "out";
}
export interface StockLevelPrevious {
  item_id?: number;
  location_id?: number;
  /** The quantity on hand less the reserved one. */
  quantity?: number;
  on_hand?: number;
  reserved?: number;
  stock_warning?: number;
  stock_danger?: number;
  stock_state?: "ok" | "warning" | "danger" | "out";
}
export interface StockTakeCount {
  quantity: number;
  /** The quantity on hand at the moment of the count. */
  quantity_expected: number;
  user_id: number;
  /** The name of the user who counted. */
  user: string;
  date_added: string;
}
export interface StockTakeJob {
  /** The user who added the document. */
  user_id: number;
  /** The name of that user. */
  user: string;
  comment: string;
  date_added: string;
  date_modified: string;
  stock_take_job_id: number;
  /** Additive: the same id. */
  item_stock_take_job_id: number;
  location_id: number;
  /** 1: draft, 2: counting, 3: completed, 4: cancelled. */
  job_status_id: number;
  /** Additive: lines. */
  total: number;
  /** Additive: lines that are counted. */
  counted: number;
  /** Additive: lines whose stock the completion changed. */
  changed: number;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
  items: StockTakeJobItem[];
}
export interface StockTakeJobAdd {
  location_id: number;
  comment?: string;
  /** The items to count, unless one of the fields below says which. */
  items?: ItemToCount[];
  /** All items of this category and of those below it. */
  category_id?: number;
  /** All items of this brand. */
  brand_id?: number;
  /** All items. */
  all?: boolean;
}
export interface StockTakeJobAdded {
  item_stock_take_job_id: number;
  /** Lines. */
  total: number;
}
export interface StockTakeJobCompleted {
  item_stock_take_job_id: number;
  /** How many lines changed the stock. */
  changed: number;
  /** Additive: lines that changed nothing, since a newer count of their item at the location was booked before. */
  superseded: SupersededLine[];
}
export interface StockTakeJobCount {
  item_stock_take_job_id: number;
  /** The last one of several counts of an item counts. */
  items: CountedLine[];
}
export interface StockTakeJobCounted {
  /** How many counts were taken. */
  counted: number;
}
export interface StockTakeJobEdit {
  item_stock_take_job_id: number;
  comment?: string;
  /** Replace the lines; the counts of items that stay are kept. */
  items?: ItemToCount[];
}
export interface StockTakeJobGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  item_stock_take_job_id?: number;
  filter_date_modified?: string;
  /** Additive. 1: draft, 2: counting, 3: completed, 4: cancelled. */
  filter_job_status_id?: number;
  /** Additive. true: lines show all their counts. */
  show_counts?: boolean;
  sort?: "item_stock_take_job_id" | "date_added" | "date_modified";
}
export interface StockTakeJobHead {
  /** The user who added the document. */
  user_id: number;
  /** The name of that user. */
  user: string;
  comment: string;
  date_added: string;
  date_modified: string;
  stock_take_job_id: number;
  /** Additive: the same id. */
  item_stock_take_job_id: number;
  location_id: number;
  /** 1: draft, 2: counting, 3: completed, 4: cancelled. */
  job_status_id: number;
  /** Additive: lines. */
  total: number;
  /** Additive: lines that are counted. */
  counted: number;
  /** Additive: lines whose stock the completion changed. */
  changed: number;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface StockTakeJobHeadPrevious {
  /** The user who added the document. */
  user_id?: number;
  /** The name of that user. */
  user?: string;
  comment?: string;
  date_added?: string;
  date_modified?: string;
  stock_take_job_id?: number;
  /** Additive: the same id. */
  item_stock_take_job_id?: number;
  location_id?: number;
  /** 1: draft, 2: counting, 3: completed, 4: cancelled. */
  job_status_id?: number;
  /** Additive: lines. */
  total?: number;
  /** Additive: lines that are counted. */
  counted?: number;
  /** Additive: lines whose stock the completion changed. */
  changed?: number;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface StockTakeJobItem {
  item_id: number;
  /** The name that the item had when the line was added. */
  name: string;
  /** The last count; 0 before there is one. */
  quantity: number;
  /** Additive: on hand at the moment of the count; absent before it. */
  quantity_expected?: number;
  /** Additive: the count less what was on hand at its moment, and after the completion by how much this changed the stock. */
  difference?: number;
  /** Additive: true if a newer count was booked before, so that this one changed nothing. */
  superseded?: boolean;
  /** Additive, with show_counts: in their order. */
  counts?: StockTakeCount[];
}
export interface StockTakeJobKey {
  item_stock_take_job_id: number;
}
export interface StockTakeJobPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  stock_take_jobs: StockTakeJob[];
}
export interface Success {
  success: true;
  /** Additive: the write was done before, and this is its answer. */
  replayed?: true;
  /** Additive: the write was a dry run and is rolled back. */
  dry_run?: true;
}
export interface SupersededLine {
  item_id: number;
  name: string;
  /** The count, which changed nothing. */
  quantity: number;
}
export interface Supplier {
  supplier_id: number;
  channel_group_id: number;
  name: string;
  firstname: string;
  lastname: string;
  email: string;
  telephone: string;
  address_1: string;
  address_2: string;
  city: string;
  postcode: string;
  zone: string;
  country: string;
  date_added: string;
  date_modified: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface SupplierAdd {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  firstname?: string;
  lastname?: string;
  email?: string;
  telephone?: string;
  address_1?: string;
  address_2?: string;
  city?: string;
  postcode?: string;
  zone?: string;
  country?: string;
  name: string;
}
export interface SupplierEdit {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  firstname?: string;
  lastname?: string;
  email?: string;
  telephone?: string;
  address_1?: string;
  address_2?: string;
  city?: string;
  postcode?: string;
  zone?: string;
  country?: string;
  supplier_id: number;
  name?: string;
}
export interface SupplierGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  supplier_id?: number;
  /** Additive. Parts of words of the name, the contact, the e-mail and the telephone. */
  search?: string;
  filter_name?: string;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  /** Up to 100 ids, separated by commas. */
  filter_channel_group_id?: string | number;
  sort?: "name" | "date_added" | "date_modified";
}
export interface SupplierKey {
  supplier_id: number;
}
export interface SupplierPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  suppliers: Supplier[];
}
export interface SupplierPrevious {
  supplier_id?: number;
  channel_group_id?: number;
  name?: string;
  firstname?: string;
  lastname?: string;
  email?: string;
  telephone?: string;
  address_1?: string;
  address_2?: string;
  city?: string;
  postcode?: string;
  zone?: string;
  country?: string;
  date_added?: string;
  date_modified?: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface Tax {
  tax_id: number;
  channel_group_id: number;
  name: string;
  code: string;
  /** P: rate is a percentage; F: a fixed amount for each unit, in the base currency. */
  type: "P" | "F";
  rate: number;
  inclusive: boolean;
  status: boolean;
  sort_order: number;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface TaxAdd {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Part of the code of its totals lines. */
  code?: string;
  /** Prices contain it. */
  inclusive?: boolean;
  /** Whether it is enabled; default true. */
  status?: boolean;
  sort_order?: number;
  name: string;
  /** P: rate is a percentage; F: a fixed amount for each unit, in the base currency. */
  type: "P" | "F";
  rate: number;
}
export interface TaxCalculate {
  /** Code of a currency of the account; empty: the base currency. */
  currency?: string;
  /** 0: the account's rate. */
  currency_value?: number;
  products: TaxedProduct[];
  /** Promotions, shipping and fees; lines of taxes are replaced. */
  totals?: TaxedTotal[];
  /** The taxes to compute; absent: all that are enabled. */
  tax_ids?: number[];
  /** line (default): each tax is rounded on each line, and stands in the totals of the line; document: once, in the totals of the order. */
  rounding?: "line" | "document";
}
export interface TaxCalculated {
  /** The products of the request, one for each. */
  products: TaxCalculatedProduct[];
  /** The given lines, then the taxes. */
  totals: OrderTotal[];
  /** The goods with all totals lines. */
  total: number;
}
export interface TaxCalculatedProduct {
  /** The given lines, then the taxes. */
  totals: OrderTotal[];
}
export interface TaxEdit {
  /** 0: seen by all channel groups. */
  channel_group_id?: number;
  /** Part of the code of its totals lines. */
  code?: string;
  /** Prices contain it. */
  inclusive?: boolean;
  /** Whether it is enabled; default true. */
  status?: boolean;
  sort_order?: number;
  tax_id: number;
  name?: string;
  /** P: rate is a percentage; F: a fixed amount for each unit, in the base currency. */
  type?: "P" | "F";
  rate?: number;
}
export interface TaxGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  tax_id?: number;
  filter_name?: string;
  filter_status?: boolean;
  filter_date_modified?: string;
  sort?: "name" | "rate" | "date_modified";
}
export interface TaxKey {
  tax_id: number;
}
export interface TaxPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  taxes: Tax[];
}
export interface TaxPrevious {
  tax_id?: number;
  channel_group_id?: number;
  name?: string;
  code?: string;
  /** P: rate is a percentage; F: a fixed amount for each unit, in the base currency. */
  type?: "P" | "F";
  rate?: number;
  inclusive?: boolean;
  status?: boolean;
  sort_order?: number;
  date_modified?: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface TaxedProduct {
  /** Changes nothing. */
  item_id?: number;
  quantity: number;
  price: number;
  /** The amount off each unit. */
  discount?: number;
  /** The amount off the whole line, on top of the discount of each unit. */
  discount_total?: number;
  /** The totals that promotions answer; lines of taxes are replaced. */
  totals?: OrderTotal[];
  /** The line's own taxes; absent: those of the cart; empty: none. */
  tax_ids?: number[];
}
export interface TaxedTotal {
  name: string;
  /** Unique within its list. */
  code: string;
  price: number;
  /** Display order. */
  sort_order: number;
  /** Additive. The split of a promotion over the products of the order; empty: none of it. */
  allocations?: PromotionAllocation[];
  /** Its own taxes; empty: none; absent: it is shared by the goods, and taxed with them. */
  tax_ids?: number[];
}
export interface Transfer {
  /** The user who added the document. */
  user_id: number;
  /** The name of that user. */
  user: string;
  comment: string;
  date_added: string;
  date_modified: string;
  deleted?: boolean;
  item_transfer_id: number;
  items: TransferredItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface TransferAdd {
  comment?: string;
  transfer: TransferLine[];
}
export interface TransferEdit {
  item_transfer_id: number;
  comment?: string;
  /** Replace the lines; only the difference is moved. */
  transfer?: TransferLine[];
}
export interface TransferGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  item_transfer_id?: number;
  sort?: "item_transfer_id" | "date_added" | "date_modified";
}
export interface TransferJob {
  /** The user who added the document. */
  user_id: number;
  /** The name of that user. */
  user: string;
  comment: string;
  date_added: string;
  date_modified: string;
  item_transfer_job_id: number;
  from_location_id: number;
  to_location_id: number;
  /** 1: draft, 2: in transit, 3: completed, 4: cancelled. */
  job_status_id: number;
  items: TransferJobItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface TransferJobAdd {
  from_location_id: number;
  to_location_id: number;
  comment?: string;
  items: TransferJobLine[];
}
export interface TransferJobComplete {
  item_transfer_job_id: number;
  /** What becomes of the pieces in transit: they arrive (default), return to the source, or are lost, which deducts them. */
  outstanding?: "receive" | "return" | "lose";
}
export interface TransferJobEdit {
  item_transfer_job_id: number;
  from_location_id?: number;
  to_location_id?: number;
  comment?: string;
  /** Replace the lines. */
  items?: TransferJobLine[];
}
export interface TransferJobGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  item_transfer_job_id?: number;
  filter_date_modified?: string;
  /** Additive. 1: draft, 2: in transit, 3: completed, 4: cancelled. */
  filter_job_status_id?: number;
  sort?: "item_transfer_job_id" | "date_added" | "date_modified";
}
export interface TransferJobItem {
  item_id: number;
  /** The name that the item had when the line was added. */
  name: string;
  quantity: number;
  /** Additive: pieces that have arrived. */
  quantity_received: number;
  /** Additive: pieces that are on their way. */
  quantity_in_transit: number;
  /** Additive: pieces that a completion has deducted as lost. */
  quantity_lost: number;
}
export interface TransferJobKey {
  item_transfer_job_id: number;
}
export interface TransferJobLine {
  item_id: number;
  /** The item's name unless given. */
  name?: string;
  quantity: number;
}
export interface TransferJobPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  transfer_jobs: TransferJob[];
}
export interface TransferJobPrevious {
  /** The user who added the document. */
  user_id?: number;
  /** The name of that user. */
  user?: string;
  comment?: string;
  date_added?: string;
  date_modified?: string;
  item_transfer_job_id?: number;
  from_location_id?: number;
  to_location_id?: number;
  /** 1: draft, 2: in transit, 3: completed, 4: cancelled. */
  job_status_id?: number;
  items?: TransferJobItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface TransferJobReceive {
  item_transfer_job_id: number;
  /** All that is outstanding unless given. */
  items?: ArrivedLine[];
}
export interface TransferJobReceived {
  item_transfer_job_id: number;
  /** Pieces that are still in transit. */
  outstanding: number;
}
export interface TransferKey {
  item_transfer_id: number;
}
export interface TransferLine {
  item_id: number;
  /** The item's name unless given. */
  name?: string;
  quantity: number;
  from_location_id: number;
  to_location_id: number;
}
export interface TransferPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  transfers: Transfer[];
}
export interface TransferPrevious {
  /** The user who added the document. */
  user_id?: number;
  /** The name of that user. */
  user?: string;
  comment?: string;
  date_added?: string;
  date_modified?: string;
  deleted?: boolean;
  item_transfer_id?: number;
  items?: TransferredItem[];
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface TransferredItem {
  item_id: number;
  /** The name that the item had when the line was added. */
  name: string;
  quantity: number;
  from_location_id: number;
  to_location_id: number;
}
export interface Unlocking {
  pin: string;
}
export interface User {
  user_id: number;
  user_group_id: number;
  username: string;
  firstname: string;
  lastname: string;
  /** Unique in the account, without regard to case; the `api_key` of requests. */
  email: string;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Free content of clients. */
  preference: Record<string, unknown>;
  /** Requests of a disabled user are refused; default true. */
  enabled: boolean;
  /** Additive: from this time on requests of the user are refused; empty: never. For keys of programs. */
  expires: string;
  /** Additive: addresses and networks that the user may call from, like `203.0.113.7` or `10.0.0.0/8`; empty: all. */
  allowed_networks: string[];
  date_added: string;
  date_modified: string;
  /** The second of the latest request, shown up to a minute after it: a gateway reports the first request at once, and later ones once a minute. Empty: there was none. */
  date_active: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface UserAdd {
  firstname?: string;
  lastname?: string;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Free content of clients; replaced as a whole. */
  preference?: Record<string, unknown>;
  /** Requests of a disabled user are refused; default true. */
  enabled?: boolean;
  /** Additive: from this time on requests of the user are refused; empty: never. For keys of programs. */
  expires?: string;
  /** Additive: addresses and networks that the user may call from, like `203.0.113.7` or `10.0.0.0/8`; empty: all. */
  allowed_networks?: string[];
  user_group_id: number;
  username: string;
  /** Unique in the account, without regard to case; the `api_key` of requests. */
  email: string;
}
export interface UserEdit {
  firstname?: string;
  lastname?: string;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Free content of clients; replaced as a whole. */
  preference?: Record<string, unknown>;
  /** Requests of a disabled user are refused; default true. */
  enabled?: boolean;
  /** Additive: from this time on requests of the user are refused; empty: never. For keys of programs. */
  expires?: string;
  /** Additive: addresses and networks that the user may call from, like `203.0.113.7` or `10.0.0.0/8`; empty: all. */
  allowed_networks?: string[];
  user_id: number;
  user_group_id?: number;
  username?: string;
  /** Unique in the account, without regard to case; the `api_key` of requests. */
  email?: string;
}
export interface UserGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  user_id?: number;
  filter_user_group_id?: number;
  filter_username?: string;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  sort?: "username" | "name" | "user_group" | "date_added" | "date_modified" | "date_active";
}
export interface UserGroup {
  user_group_id: number;
  name: string;
  permission: GroupPermission;
  date_added: string;
  date_modified: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface UserGroupAdd {
  name: string;
  permission: GroupPermission;
}
export interface UserGroupEdit {
  user_group_id: number;
  name?: string;
  /** Replaced as a whole. */
  permission?: GroupPermission;
}
export interface UserGroupGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  user_group_id?: number;
  filter_name?: string;
  filter_date_modified?: string;
  filter_deleted?: boolean;
  sort?: "name";
}
export interface UserGroupKey {
  user_group_id: number;
}
export interface UserGroupPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  user_groups: UserGroup[];
}
export interface UserGroupPrevious {
  user_group_id?: number;
  name?: string;
  permission?: GroupPermission;
  date_added?: string;
  date_modified?: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface UserIssued {
  user_id: number;
  user_secret_id: number;
  /** The only time that it is shown: a replay and a dry run leave it out. */
  api_secret?: string;
}
export interface UserKey {
  user_id: number;
}
export interface UserPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  users: User[];
}
export interface UserPrevious {
  user_id?: number;
  user_group_id?: number;
  username?: string;
  firstname?: string;
  lastname?: string;
  /** Unique in the account, without regard to case; the `api_key` of requests. */
  email?: string;
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Free content of clients. */
  preference?: Record<string, unknown>;
  /** Requests of a disabled user are refused; default true. */
  enabled?: boolean;
  /** Additive: from this time on requests of the user are refused; empty: never. For keys of programs. */
  expires?: string;
  /** Additive: addresses and networks that the user may call from, like `203.0.113.7` or `10.0.0.0/8`; empty: all. */
  allowed_networks?: string[];
  date_added?: string;
  date_modified?: string;
  /** The second of the latest request, shown up to a minute after it: a gateway reports the first request at once, and later ones once a minute. Empty: there was none. */
  date_active?: string;
  deleted?: boolean;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface UserSalesman {
  user_salesman_id: number;
  user_id: number;
  /** Unique in the account. */
  code: string;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface UserSalesmanAdd {
  user_id: number;
  /** Unique in the account. */
  code: string;
}
export interface UserSalesmanEdit {
  user_salesman_id: number;
  user_id?: number;
  /** Unique in the account. */
  code?: string;
}
export interface UserSalesmanGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  user_salesman_id?: number;
  filter_user_id?: number;
  /** The whole code. */
  filter_code?: string;
  sort?: "code" | "date_modified";
}
export interface UserSalesmanKey {
  user_salesman_id: number;
}
export interface UserSalesmanPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  user_salesman: UserSalesman[];
}
export interface UserSalesmanPrevious {
  user_salesman_id?: number;
  user_id?: number;
  /** Unique in the account. */
  code?: string;
  date_modified?: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface UserSession {
  session_id: number;
  user_id: number;
  kind: "session" | "enrolment";
  name: string;
  /** Whether it waits for its PIN. */
  locked: boolean;
  /** Whether it has signed this request. */
  current: boolean;
  date_added: string;
  /** The second of the latest request, shown up to a minute after it: a gateway reports the first request at once, and later ones once a minute. Empty: there was none. */
  date_active: string;
  expires: string;
}
export interface Warned {
  /** Additive: one sentence for each field of the request that the operation does not have, and its own warnings. */
  warnings?: string[];
}
export interface Webhook {
  webhook_id: number;
  /** pull: its events are read by getEvent, and none is sent. */
  kind: "push" | "pull";
  /** Its origin, the first word of its path and the names of its query; all else is masked. */
  url: string;
  description: string;
  /** Events, or sections, which stand for all their events, also those that are added later. */
  events: string[];
  payload: "full" | "thin";
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Sent with each delivery; the values are masked. */
  headers: Record<string, unknown>;
  /** Orders and credit notes of these channels alone; empty: of all. */
  filter_channel_id: number[];
  /** Orders in these statuses alone; empty: in all. */
  filter_order_status_id: number[];
  /** 0: no limit. */
  throttle_per_second: number;
  /** Events of one record arrive in their order. */
  ordered: boolean;
  /** Whether bodies show cost. */
  view_cost: boolean;
  /** The endpoint gets records of these channel groups alone; empty: of all. */
  channel_group_ids: number[];
  status: "enabled" | "failing" | "disabled";
  /** Since when nothing succeeds; empty: it does. */
  failing_since: string;
  /** Why it is disabled. */
  disabled_reason: string;
  /** The last characters of the newest secret. */
  secret_hint: string;
  date_added: string;
  date_modified: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision: number;
}
export interface WebhookAdd {
  description?: string;
  /** thin: the id of the record alone. full by default. */
  payload?: "full" | "thin";
  /** It has at most 8192 bytes as JSON, with at most 16 levels. Up to 10 headers that each delivery has, as texts. Replaced as a whole; a mask stays as it is. */
  headers?: Record<string, unknown>;
  /** Orders and credit notes of these channels alone. */
  filter_channel_id?: number[];
  /** Orders in these statuses alone. */
  filter_order_status_id?: number[];
  /** Deliveries a second; 0: no limit. */
  throttle_per_second?: number;
  /** Events of one record arrive in their order; true by default. */
  ordered?: boolean;
  /** Bodies show cost; needs the permission to view cost. false by default. */
  view_cost?: boolean;
  /** Only records of these channel groups, and only events of orders, credit notes and items. At most the groups of the user; those by default. */
  channel_group_ids?: number[];
  /** push (default): events are sent to url. pull: they are read by getEvent; without url, headers, throttle_per_second and ordered. */
  kind?: "push" | "pull";
  /** An https URL of the public Internet; required unless kind is pull. */
  url?: string;
  /** Events like sale_order.added, or sections like sale_order. */
  events: string[];
}
export interface WebhookBody {
  event: string;
  /** The event, by the name that Standard Webhooks gives the field. */
  type: string;
  event_id: string;
  timestamp: string;
  /** Grows with each change of a record; 0 of a test. */
  sequence: number;
  /** The domain of the account. */
  domain: string;
  data: Record<string, unknown>;
  /** true of a body of more than 256 KiB, whose data is that of a thin body. */
  truncated?: true;
}
export interface WebhookDelivery {
  delivery_id: number;
  webhook_id: number;
  event_id: string;
  event: string;
  /** Like sale/order/42. */
  record: string;
  sequence: number;
  state: "pending" | "held" | "retrying" | "postponed" | "delivered" | "exhausted" | "cancelled";
  /** Why it was cancelled or given up, or why it waits: disabled or breaker_open. */
  reason: string;
  trigger: "scheduled" | "manual" | "recover" | "test";
  /** The time of the event. */
  date_added: string;
  /** The time at which the next attempt is due; empty: none is planned. */
  next_try_at: string;
  /** The earlier delivery of the record that this one waits for; 0: none. */
  held_by: number;
  /** The newest ones, if a page with long answers has no room for all. */
  attempts: DeliveryAttempt[];
  /** The body as the endpoint gets it now; with delivery_id, for a caller who has the rights of the endpoint. */
  body?: string;
}
export interface WebhookEdit {
  description?: string;
  /** thin: the id of the record alone. full by default. */
  payload?: "full" | "thin";
  /** It has at most 8192 bytes as JSON, with at most 16 levels. Up to 10 headers that each delivery has, as texts. Replaced as a whole; a mask stays as it is. */
  headers?: Record<string, unknown>;
  /** Orders and credit notes of these channels alone. */
  filter_channel_id?: number[];
  /** Orders in these statuses alone. */
  filter_order_status_id?: number[];
  /** Deliveries a second; 0: no limit. */
  throttle_per_second?: number;
  /** Events of one record arrive in their order; true by default. */
  ordered?: boolean;
  /** Bodies show cost; needs the permission to view cost. false by default. */
  view_cost?: boolean;
  /** Only records of these channel groups, and only events of orders, credit notes and items. At most the groups of the user; those by default. */
  channel_group_ids?: number[];
  webhook_id: number;
  /** Needs all rights that the endpoint has. */
  url?: string;
  /** Events like sale_order.added, or sections like sale_order. */
  events?: string[];
  /** false disables it; true enables it again and releases what was held. */
  enabled?: boolean;
}
export interface WebhookEvent {
  event_id: string;
  event: string;
  /** The body that endpoints get; it has cost if the caller may view cost and an endpoint had view_cost then. */
  body: string;
}
export interface WebhookGet {
  /** Page number from 1; default 1. */
  page?: number;
  /** Results per page; default 20. */
  limit?: number;
  /** Default DESC. */
  order?: "ASC" | "DESC";
  /** Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on. */
  after_id?: number;
  /** Additive. Names of fields, separated by commas: the records show these alone, and their ids. */
  fields?: string;
  /** Additive, default true. With false nothing is counted, and `total` is left out. */
  with_total?: boolean;
  webhook_id?: number;
  filter_status?: "enabled" | "failing" | "disabled";
  filter_date_modified?: string;
  filter_deleted?: boolean;
  sort?: "date_added" | "date_modified";
}
export interface WebhookKey {
  webhook_id: number;
}
export interface WebhookPage {
  total: number;
  /** Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, or with `next_page` and `next_limit` as `page` and `limit`. */
  truncated?: boolean;
  /** Additive. */
  next_page?: number;
  /** Additive. */
  next_limit?: number;
  /** Additive. More records match the search than `total` says: they were not all counted. */
  total_is_minimum?: boolean;
  webhooks: ListedWebhook[];
}
export interface WebhookPrevious {
  webhook_id?: number;
  /** pull: its events are read by getEvent, and none is sent. */
  kind?: "push" | "pull";
  /** Its origin, the first word of its path and the names of its query; all else is masked. */
  url?: string;
  description?: string;
  /** Events, or sections, which stand for all their events, also those that are added later. */
  events?: string[];
  payload?: "full" | "thin";
  /** It has at most 65536 bytes as JSON, with at most 16 levels. Sent with each delivery; the values are masked. */
  headers?: Record<string, unknown>;
  /** Orders and credit notes of these channels alone; empty: of all. */
  filter_channel_id?: number[];
  /** Orders in these statuses alone; empty: in all. */
  filter_order_status_id?: number[];
  /** 0: no limit. */
  throttle_per_second?: number;
  /** Events of one record arrive in their order. */
  ordered?: boolean;
  /** Whether bodies show cost. */
  view_cost?: boolean;
  /** The endpoint gets records of these channel groups alone; empty: of all. */
  channel_group_ids?: number[];
  status?: "enabled" | "failing" | "disabled";
  /** Since when nothing succeeds; empty: it does. */
  failing_since?: string;
  /** Why it is disabled. */
  disabled_reason?: string;
  /** The last characters of the newest secret. */
  secret_hint?: string;
  date_added?: string;
  date_modified?: string;
  /** Additive. Rises with each change of the record: the sequence of its events. */
  revision?: number;
}
export interface WebhookRotate {
  webhook_id: number;
  /** The old secret signs too for this many hours; 24 by default. */
  grace_hours?: number;
}
export interface WebhookSecret {
  webhook_id: number;
  /** whsec_ and base64; in the first answer alone, for it is stored sealed. None of a pull subscription. */
  secret?: string;
}
export interface WebhookTest {
  webhook_id: number;
  /** The event to send a sample of; webhook.test by default. */
  event?: string;
}
export interface WebhookTested {
  webhook_id: number;
  delivery_id: number;
  /** The attempt that was made; absent in a dry run, and in a repetition while the first request runs. */
  attempt?: DeliveryAttempt;
}
export interface WriteOptions {
  /** Additive: a field that the operation does not have is refused. Without it, it is ignored, and `warnings` names it. */
  strict?: boolean;
  /** Additive: the write runs completely and is then rolled back. Ids of records that it would make are 0 in the answer. */
  dry_run?: boolean;
}
