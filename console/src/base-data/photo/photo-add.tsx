import { PaperAdd } from "../paper/paper-form.tsx";
import { PaperPreview } from "../paper-quality/paper-preview.tsx";
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
