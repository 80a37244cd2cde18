import { PaperAdd } from "./paper-form.tsx";
import { PaperPreview } from "./paper-preview.tsx";
import { PhotoFitting, PhotoItems, PHOTO_START } from "./photo-own.tsx";

export default function PhotoAdd() {
  return (
    <PaperAdd
      noun="photo"
      start={PHOTO_START}
      own={<PhotoItems />}
      preview={
        <>
          <PaperPreview noun="photo" />
          <PhotoFitting />
        </>
      }
    />
  );
}
