/** Recognises the reason that the service gives for ids that Excel has changed. */
export const saysLost = (text: string): boolean => text.includes('was lost in Excel');

export const LOST_IDS_TITLE = 'Excel has damaged member numbers';

/** Says how to open the carrier's file so that Excel does not change its ids. */
export const LOST_IDS =
  'Opening and saving a file in Excel turns numbers such as 3-12 into dates and rounds long ones; they cannot be ' +
  'restored. Add the file as the carrier sent it, without opening it first. To look into it, open an empty workbook, ' +
  'choose "Data", "From Text/CSV", and set the column of the numbers to "Text".';
